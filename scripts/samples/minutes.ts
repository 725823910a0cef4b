import type { WordDocument } from './word.ts'

export const minutes: WordDocument = {
  title: 'Minutes of the product board, 14 October 2026',
  font: 'Noto Sans CJK JP',
  footer: 'Example Inc. · Product board · Minutes',
  blocks: [
    {
      kind: 'title',
      text: 'Product board',
      subtitle: 'Minutes of the meeting on 14 October 2026, 10:00 to 11:30, room Ginkgo and video',
    },
    {
      kind: 'table',
      widths: [0.25, 0.75],
      rows: [
        ['Role', 'Name'],
        ['Chair', 'Naoko Ishida, head of product'],
        ['Minutes', 'Liam Walsh'],
        [
          'Present',
          'Kenji Mori (engineering), Priya Nair (quality), Sofia Lindqvist (sales), Tomás Ferreira (finance)',
        ],
        ['Absent', 'Hana Okada (support)'],
      ],
    },
    { kind: 'heading', text: '1. Launch of AirSense 4' },
    {
      kind: 'text',
      text: 'Kenji Mori reported that the new radon sensor passed its endurance test, but the second supplier delivers the housing three weeks late. The board decided to move the launch of AirSense 4 from 18 January to 9 February 2027. Sofia Lindqvist informs the distributors by 23 October.',
    },
    {
      kind: 'text',
      text: 'The launch price stays at 249 euros. Tomás Ferreira warned that the gross margin falls from 46 to 41 percent if the euro stays weak; the price will be reviewed in March 2027.',
    },
    { kind: 'heading', text: '2. Returns of AirSense 3' },
    {
      kind: 'text',
      text: 'Priya Nair presented the returns of the third quarter: 312 devices, or 1.8 percent of sales, after 2.6 percent in the second quarter. Most complaints concern a swollen battery in lot 2605. The board approved a free battery replacement for all 1,150 devices of that lot, with a budget of 28,000 euros.',
    },
    { kind: 'heading', text: '3. Subscription for schools', newPage: true },
    {
      kind: 'text',
      text: 'The pilot with twelve schools in Aichi ends in December. Teachers use the weekly report most; the alarm at night was switched off everywhere. The board agreed to offer the subscription from April 2027 at 6 euros per room and month, with a free first quarter.',
    },
    {
      kind: 'text',
      text: 'Open question: whether student data is processed at all. Liam Walsh asks the data protection officer for a written opinion.',
    },
    { kind: 'heading', text: '4. Actions' },
    {
      kind: 'table',
      widths: [0.5, 0.28, 0.22],
      rows: [
        ['Action', 'Responsible', 'Due'],
        ['Inform distributors of the new launch date', 'Sofia Lindqvist', '23 October 2026'],
        ['Letter to customers of battery lot 2605', 'Priya Nair', '30 October 2026'],
        ['Opinion on student data', 'Liam Walsh', '6 November 2026'],
        ['Second source for the housing', 'Kenji Mori', '27 November 2026'],
        ['Margin forecast for 2027', 'Tomás Ferreira', '4 December 2026'],
      ],
    },
    { kind: 'heading', text: '5. Next meeting' },
    {
      kind: 'text',
      text: 'The board meets again on Wednesday, 11 November 2026, at 10:00 in room Ginkgo. Hana Okada will present the support figures.',
    },
  ],
}
