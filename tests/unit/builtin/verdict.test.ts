import { expect, test } from 'vitest'
import { readQuestion } from '~/provider/builtin/asked-question.ts'
import { rankSentences } from '~/provider/builtin/rank.ts'
import { judge, missingNames } from '~/provider/builtin/verdict.ts'
import type { Passage } from '~/provider/search/passage.ts'

const passage = (text: string): Passage => ({
  id: 1,
  file_id: 1,
  file_name: 'a.pdf',
  page: 1,
  text,
  opens_page: 0,
  score: 1,
  url: null,
})

function ask(question: string, text: string) {
  const passages = [passage(text)]
  const asked = readQuestion(question, passages)
  const [best] = rankSentences(asked, passages)
  return { verdict: judge(asked, best), missing: best ? missingNames(asked, best) : [], best: best?.text }
}

test.each([
  ['When was the bridge opened?', 'The bridge was opened in 1937.', 'The bridge is opened for ships within two days.'],
  ['In which year did the ferry burn?', 'The ferry burned in 1990.', 'The ferry burned for two days in June.'],
  [
    'Who was the cook of the Heron?',
    'The cook of the Heron was Ann Bell.',
    'The Heron called at Vessa for a cook in May.',
  ],
  ['What is the monthly fee?', 'The monthly fee is 40 euros.', 'Half of the monthly fee is paid back for 99 percent.'],
  [
    'What is the address of the shop?',
    'The address of the shop is Mill Lane 4.',
    'The address of the shop has changed.',
  ],
  [
    'What is the phone number of the shop?',
    'The shop: phone 0117 496 0456.',
    'The shop of 420 m² has a phone since 2026.',
  ],
  ['What is the email of the shop?', 'The shop: mail shop@example.com.', 'The shop answers an email within 2 days.'],
  ['店の電話番号は何番ですか', '店の電話番号は052-555-0134である。', '店の電話番号は2026年に変わった。'],
  ['倉庫の住所はどこですか', '倉庫の住所は名古屋市中区3-1である。', '倉庫の住所は追って知らせる。'],
  ['船長は誰ですか', '船長は黒田義朝である。', '船長は速度を落とした。'],
  ['橋が開いたのは何年ですか', '橋が開いたのは1937年である。', '橋が開いたのは二日後である。'],
  ['切符の料金はいくらですか', '切符の料金は500円である。', '切符の料金の窓口は3万8千人が使う。'],
])('%s is answered by what has the kind of answer', (question, answer, other) => {
  expect(ask(question, answer).verdict).toBe('says')
  expect(ask(question, other).verdict).toBe('nearest')
})

test.each([
  ['Who signed the contract?', 'The contract with Mr Feld runs until June.'],
  ['Who stole the ring?', 'The ring of Bishop Anton is shown in the museum.'],
  ['小屋を建てたのは誰ですか', '小屋の番は森下久子がしている。'],
])('%s is not answered by a page with a name that never says the deed', (question, text) => {
  expect(ask(question, text).verdict).toBe('nearest')
})

test.each([
  ['What is the recipe for goulash?', 'Choose the recipe on the panel and press start.'],
  ['コーヒーの掃除はいつですか', '窓の掃除は4月である。'],
])('%s is not answered by a page that leaves half of it unsaid', (question, text) => {
  expect(ask(question, text).verdict).toBe('nearest')
})

test.each([
  ['Who teaches the course?', 'Course\nMs Feld is the teacher.'],
  ['How did the discussion conclude?', 'The discussion came to the conclusion that nothing changes.'],
  ['壁は何色に塗られていますか', '壁の塗装は赤である。'],
  ['山小屋は何軒ありますか', '小屋は山に4軒ある。'],
])('%s is answered in another form of its words', (question, text) => {
  expect(ask(question, text).verdict).toBe('says')
})

test('Of a first and a last name a page may have one, and what it lacks is named whole', () => {
  expect(ask('When was Elin Sorvik born?', 'Sorvik was born in 1872.')).toMatchObject({ verdict: 'says', missing: [] })
  expect(ask('When was Anton Hesse born?', 'Sorvik was born in 1872.')).toMatchObject({ missing: ['Anton Hesse'] })
})

test('A sentence need not repeat the heading that it stands under', () => {
  const text = 'Lake Imber\nLake Imber lies at 1,140 metres. It is 205 metres deep.\n'
  expect(ask('How deep is Lake Imber?', text).best).toBe('It is 205 metres deep.')
})

test('A wedding is not told by the row of a spouse', () => {
  const text = '事由\t日数\n本人が結婚するとき\t5日\n配偶者、子または父母が死亡したとき\t7日'
  expect(ask('結婚したときの休暇は何日ですか', text).best).toContain('結婚')
})

test('The word for what is asked counts more than anything else of its kind', () => {
  const text = '伊波湖\n伊波湖は標高1,140メートルにある。幅は4キロ、深さは205メートルである。'
  expect(ask('伊波湖の深さはどれくらいですか', text).best).toContain('205メートル')
})

test.each([
  ['健診はいつですか', '健康診断は五月に行う。'],
  ['Who pays for the lorry?', 'Mr Feld pays for the truck.'],
  ['When is the workshop?', 'The seminar is on Monday.'],
])('%s is answered in another word that the search takes for it', (question, text) => {
  expect(ask(question, text).verdict).toBe('says')
})
