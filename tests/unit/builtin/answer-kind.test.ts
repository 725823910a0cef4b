import { describe, expect, test } from 'vitest'
import { answerTest } from '~/provider/builtin/answer-kind.ts'

const has = (question: string, text: string) => answerTest(question)!.answers({ text, context: '' })

describe('a sentence has the kind of answer that is asked for', () => {
  test.each([
    ['a colour', 'What colour is the door?', 'It is painted green.', 'It is painted every year.'],
    ['a colour', '扉は何色ですか', '緑に塗られている。', '毎年塗られている。'],
    ['a reason', 'Why was the bridge closed?', 'Because its piers had moved.', 'It was closed on Monday.'],
    ['a reason', 'なぜ橋は閉鎖されましたか', '橋脚が動いたため。', '月曜日に閉鎖された。'],
    ['a year', 'In which year did it open?', 'It opened in 1937.', 'It opened in June.'],
    ['a year', '開通は何年ですか', '昭和12年に開通した。', '六月に開通した。'],
    ['a date that has been', 'When did it burn?', 'It burned in June.', 'It burned within two days.'],
    ['a date or a time', 'When is the deadline?', 'At the end of March.', 'It is important.'],
    ['a date or a time', '締め切りはいつですか', '月末である。', '重要である。'],
    ['a time in its own unit', 'How many days is it?', 'Twenty days.', 'Twenty hours.'],
    ['a span of time', 'How long does it take?', 'It takes two weeks.', 'It takes two trucks.'],
    ['a span of time', '期間はどのくらいの間ですか', '三か月である。', '三台である。'],
    ['a temperature', 'How hot is the oven?', 'It reaches 200 °C.', 'It reaches 200 kg.'],
    ['a temperature', '炉の温度は何度ですか', '200度に達する。', '200台に達する。'],
    ['a share', 'What percentage is paid?', 'Half is paid.', 'The rest is paid.'],
    ['a share', '割合は何割ですか', '三割である。', '三台である。'],
    ['a weight', 'How heavy is the bell?', 'It has 40 kg.', 'It has 40 steps.'],
    ['a weight', '鐘の重さはどれくらいですか', '40キロである。', '低い。'],
    ['a sum of money', 'How much does it cost?', 'The price is 40 euros.', 'The price is printed.'],
    ['a sum of money', '切符はいくらですか', '五百円である。', '窓口で買う。'],
    ['a number to call', 'What is the extension of the desk?', 'Dial 4120.', 'Dial it.'],
    ['a number to call', '受付の内線は', '4120である。', '2024年に変わった。'],
    ['a number to call', 'What is the phone number of the desk?', 'Call 0117 496 0123.', 'It is of 2024.'],
    ['a number to call', '受付の電話番号は', '052-555-0134である。', '2024年に変わった。'],
    ['an e-mail address', 'What is the e-mail address of the desk?', 'Write to desk@example.com.', 'Write a letter.'],
    ['an e-mail address', '受付のメールアドレスは', 'desk@example.comである。', '変わった。'],
    ['an extent', 'How tall is the tower?', 'It has 90 metres.', 'It has 90 rooms.'],
    ['an extent', '塔の高さは', '90メートルである。', '90室ある。'],
    ['a number of the same things', '部屋は何台分ですか', '三両である。', '三軒である。'],
    ['a number', 'How many rooms are there?', 'There are 90.', 'There are some.'],
    ['a number', '部屋はいくつありますか', '90である。', '多い。'],
    ['a name', 'Who designed the tower?', 'It is by Ann Bell.', 'It was designed in London.'],
    ['a name', '塔を設計したのは誰ですか', '技師の坂井である。', '設計は新しい。'],
    ['a name or an office', 'Who may enter?', 'Only the manager may.', 'It may rain.'],
    ['a name or an office', '誰が入れますか', '部長だけである。', '雨が降る。'],
    ['an address', 'What is the address of the shop?', 'Mill Lane 4, 90 Dover Road.', 'It has moved.'],
    ['an address', '店の住所は', '名古屋市中区3-1である。', '変わった。'],
    ['a place', 'Where is the key?', 'It hangs in the hall.', 'It hangs loose.'],
    ['a place', '鍵はどこですか', '棚にある。', '古い。'],
  ])('%s, asked by "%s"', (_, question, answer, other) => {
    expect(has(question, answer)).toBe(true)
    expect(has(question, other)).toBe(false)
  })
})

test('What only repeats the question is no answer, and another number beside its own is one', () => {
  expect(has('Who is the landlord of Mr Feld?', 'The landlord of Mr Feld is told.')).toBe(false)
  expect(has('How many of the 12 rooms are free?', 'Of the 12 rooms, 5 are free.')).toBe(true)
})

test('A cell of a table holds an amount as a number alone', () => {
  const sentence = { text: 'Desk\t120', row: [{ name: 'Price', value: '120' }], context: '' }
  expect(answerTest('How much does the desk cost?')!.answers(sentence)).toBe(true)
  expect(answerTest('When was the desk built?')!.answers(sentence)).toBe(false)
})

test('A sentence without a place may still tell where, one without a date never when', () => {
  expect(answerTest('Where is the key?')!.isStrict).toBe(false)
  expect(answerTest('When is the deadline?')!.isStrict).toBe(true)
})

test('A question of no known kind has no test', () => {
  expect(answerTest('Is the key lost?')).toBeUndefined()
  expect(answerTest('鍵をなくした')).toBeUndefined()
})
