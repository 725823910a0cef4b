import type { BrowserContext, Locator, Page } from 'playwright'
import type { randomFrom } from '../../random.ts'
import { isAlive } from './alive.ts'
import type { WishKind } from './judge.ts'
import { catalogues, type Language, ofNetwork, pattern, watchNotices } from './notices.ts'
import { typeAtEnd } from './type-at-end.ts'

/** Milliseconds in which what somebody reaches for is there, or they do something else. */
const patience = 1500

/** Something that somebody wanted of the product. */
export interface Wish {
  kind: WishKind
  /** A word that nothing else has. */
  word: string
  tab: Tab
  /** How many notices their tab had shown before, and how often it had been loaded. */
  before: { notices: number; loads: number }
}

/** A tab, with all that it has said. */
export interface Tab {
  page: Page
  notices: string[]
  loads: number
  /** What went wrong in the page's own code. */
  errors: string[]
}

/** Conversations of theirs that are there before. */
export interface Earlier {
  renamed: { id: number; title: string }
  deleted: { id: number; title: string }
}

/** A member at a browser with two tabs. */
export class Person {
  readonly wishes: Wish[] = []
  readonly tabs: Tab[] = []
  /** How many wishes they have begun, of which not all count. */
  #begun = 0
  readonly #context: BrowserContext
  readonly #random: ReturnType<typeof randomFrom>
  readonly #name: string
  readonly #words: (typeof catalogues)[Language]
  readonly #account: { email: string; password: string }
  readonly #earlier: Earlier

  constructor(options: {
    context: BrowserContext
    random: ReturnType<typeof randomFrom>
    name: string
    language: Language
    account: { email: string; password: string }
    earlier: Earlier
  }) {
    this.#context = options.context
    this.#random = options.random
    this.#name = options.name
    this.#words = catalogues[options.language]
    this.#account = options.account
    this.#earlier = options.earlier
  }

  async open() {
    await this.#context.exposeBinding('notice', ({ page }, text: string) => {
      this.tabs.find((tab) => tab.page === page)?.notices.push(text)
    })
    await this.#context.addInitScript(watchNotices)
    for (let count = 0; count < 2; count++) {
      const page = await this.#context.newPage()
      const tab: Tab = { page, notices: [], loads: 0, errors: [] }
      this.tabs.push(tab)
      page.on('load', () => tab.loads++)
      page.on('pageerror', ({ stack = '' }) => {
        if (!ofNetwork.test(stack)) tab.errors.push(stack.split('\n', 3).join(' '))
      })
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() === 'error' && !ofNetwork.test(text)) tab.errors.push(text.split('\n', 3).join(' '))
      })
      await page.goto('/chat')
      await this.signInIfAsked(page)
      await this.box(page).waitFor()
    }
  }

  /** Does the next thing, in one of the tabs; what cannot be reached now is left. */
  async act(): Promise<void> {
    const tab = this.tabs[Math.floor(this.#random() * this.tabs.length)]!
    const acts: ((tab: Tab) => Promise<unknown>)[] = [
      this.ask,
      this.ask,
      this.ask,
      this.type,
      this.rename,
      this.rate,
      this.delete,
      this.upload,
    ]
    const act = [...acts, this.move, this.move, this.reload][Math.floor(this.#random() * (acts.length + 3))]!
    // On a page that has not come to life nobody is heard.
    if (act !== this.reload && !(await isAlive(tab.page, patience))) return
    await act.call(this, tab).catch(() => {})
  }

  /** Does what a page asks for before it goes on: signs in, tries again, loads anew what could not be loaded, leaves a dialog. */
  async help({ page }: Tab): Promise<void> {
    if (page.url().startsWith('chrome-error')) await page.reload().catch(() => {})
    await this.signInIfAsked(page).catch(() => {})
    if (await page.getByRole('dialog').count()) await page.keyboard.press('Escape')
    const again = page.getByRole('button', { name: this.#words.try_again, exact: true })
    const retry = page.getByRole('button', { name: pattern(this.#words.upload_retry) })
    for (const button of [again, retry])
      if (await button.count())
        await button
          .first()
          .click({ timeout: patience })
          .catch(() => {})
  }

  /** What a tab shows that should end by itself. */
  async unfinished({ page }: Tab): Promise<string[]> {
    const words = this.#words
    const shown: [string, Locator][] = [
      ['an answer that is being written', page.locator('[role=log][aria-busy=true]')],
      ['the button that stops', page.getByRole('button', { name: words.composer_stop, exact: true })],
      ['a lost connection', page.getByText(words.answer_reconnecting)],
      ['a ring that turns', page.locator('.animate-spin')],
      ['a place for what loads', page.locator('.animate-pulse')],
      ['a question that waits', page.getByRole('list', { name: words.queue_label, exact: true })],
      ['an error in place of the page', page.getByRole('button', { name: words.try_again, exact: true })],
      ['the sign-in page', this.signInButton(page)],
    ]
    const found: string[] = []
    for (const [name, locator] of shown) if (await locator.count()) found.push(name)
    if (!(await page.getByRole('button', { name: words.user_menu, exact: true }).count()))
      found.push(`no page but ${(await page.innerText('body')).slice(0, 100)}`)
    return found
  }

  /** What is in the tab's boxes and queues. */
  drafts({ page }: Tab): Promise<string> {
    return page.evaluate(() =>
      Object.keys(sessionStorage)
        .filter((name) => name.startsWith('draft:'))
        .map((name) => sessionStorage.getItem(name))
        .concat([...document.querySelectorAll('textarea')].map(({ value }) => value))
        .join('\n'),
    )
  }

  private async ask(tab: Tab) {
    if (!(await this.type(tab, 'question'))) return
    await this.box(tab.page).press('Enter', { timeout: patience })
  }

  /** Goes on with what is in the box, unless that was sent before and came back: whoever reads it decides about that. */
  private async type(tab: Tab, kind: 'question' | 'draft' = 'draft'): Promise<boolean> {
    const box = this.box(tab.page)
    const text = await box.inputValue({ timeout: patience })
    if (this.wishes.some(({ kind, word }) => kind === 'question' && text.includes(word))) {
      await box.press('Enter', { timeout: patience })
      return false
    }
    const wish = this.wish(kind, tab)
    const path = await box.evaluate(typeAtEnd, `${text && ' '}${wish.word} script:lines`, { timeout: patience })
    // What is asked in the conversation that they delete goes with it.
    if (path === `/chat/${this.#earlier.deleted.id}`) return true
    this.wishes.push(wish)
    return true
  }

  private async rename(tab: Tab) {
    const { page } = tab
    const wish = this.wish('rename', tab)
    const row = page.locator(`[data-conversation="${this.#earlier.renamed.id}"]`)
    await row.hover({ timeout: patience })
    await row.getByRole('button', { name: this.#words.history_rename, exact: true }).click({ timeout: patience })
    await page.getByLabel(this.#words.history_title, { exact: true }).fill(wish.word, { timeout: patience })
    this.wishes.push(wish)
    await page.keyboard.press('Enter')
  }

  private async rate(tab: Tab) {
    const { page } = tab
    await page.locator(`a[href="/chat/${this.#earlier.renamed.id}"]`).first().click({ timeout: patience })
    const wish = this.wish('rating', tab)
    await page
      .getByRole('button', { name: this.#words.answer_good, exact: true, pressed: false })
      .first()
      .click({ timeout: patience })
    this.wishes.push(wish)
  }

  private async delete(tab: Tab) {
    const { page } = tab
    const wish = this.wish('deletion', tab)
    const row = page.locator(`[data-conversation="${this.#earlier.deleted.id}"]`)
    await row.hover({ timeout: patience })
    await row.getByRole('button', { name: this.#words.delete, exact: true }).click({ timeout: patience })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: this.#words.yes, exact: true })
      .click({ timeout: patience })
    this.wishes.push(wish)
  }

  /** Pastes a file into the box. */
  private async upload(tab: Tab) {
    const wish = this.wish('upload', tab)
    await this.box(tab.page).evaluate(
      (box, name) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([`The text of ${name}.`], name, { type: 'text/plain' }))
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      `${wish.word}.txt`,
      { timeout: patience },
    )
    this.wishes.push(wish)
  }

  private async move({ page }: Tab) {
    const links = page.getByRole('navigation').getByRole('link')
    const count = await links.count()
    if (count > 0) await links.nth(Math.floor(this.#random() * Math.min(count, 6))).click({ timeout: patience })
  }

  private async reload({ page }: Tab) {
    await page.reload({ timeout: patience, waitUntil: 'commit' })
  }

  private async signInIfAsked(page: Page) {
    const button = this.signInButton(page)
    const menu = page.getByRole('button', { name: this.#words.user_menu, exact: true })
    await button.or(menu).first().waitFor({ timeout: 10_000 })
    if (!(await button.count())) return
    await page.getByLabel(this.#words.sign_in_email, { exact: true }).fill(this.#account.email, { timeout: patience })
    await page
      .getByLabel(this.#words.sign_in_password, { exact: true })
      .fill(this.#account.password, { timeout: patience })
    await button.click({ timeout: patience })
    await menu.waitFor({ timeout: 10_000 })
  }

  private wish(kind: Wish['kind'], tab: Tab): Wish {
    const before = { notices: tab.notices.length, loads: tab.loads }
    return { kind, word: `${this.#name}n${this.#begun++}z`, tab, before }
  }

  private box = (page: Page) => page.getByLabel(this.#words.composer_label, { exact: true })
  private signInButton = (page: Page) => page.getByRole('button', { name: this.#words.sign_in_submit, exact: true })
}
