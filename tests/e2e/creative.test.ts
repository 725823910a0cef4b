import { expect, inject, test } from 'vitest'
import { pngOf } from '../pictures.ts'
import { answer, answered, drawing, member, reload, script } from './harness/index.ts'

test('a picture is drawn from the model’s words, is seen in the answer at once, and opens from there', async () => {
  const description = 'A lighthouse at dusk, oil on canvas. script:lighthouse'
  const input = { description, title: 'Lighthouse' }
  await script('lighthouse', [{ say: 'Here it is.' }, { call: { name: 'create_image', input } }], [{ say: 'Enjoy.' }])
  const b64_json = Buffer.from(pngOf(640, 480)).toString('base64')
  await drawing('lighthouse', { base64: Buffer.from(JSON.stringify({ data: [{ b64_json }] })).toString('base64') })
  const page = await member()
  await page.getByRole('radio', { name: 'Creative' }).check()
  await answered(page, 'Draw a lighthouse script:lighthouse')
  await answer(page).getByText('Enjoy.').waitFor()
  const widthOf = () =>
    answer(page)
      .getByRole('img', { name: 'Lighthouse.png' })
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(widthOf).toBe(640)

  await reload(page)
  await expect.poll(widthOf).toBe(640)
  await answer(page).getByRole('link', { name: 'Open Lighthouse.png' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).waitFor()
})

test('without a model nothing is pretended, in the language of the question', async () => {
  const page = await member({ app: inject('appUrl') })
  await page.getByRole('radio', { name: 'Creative' }).check()
  await answered(page, '夕暮れの灯台を描いてください')
  await answer(page).getByText('創作にはモデルが必要です').waitFor()
  expect(await answer(page).getByRole('img').count()).toBe(0)
})
