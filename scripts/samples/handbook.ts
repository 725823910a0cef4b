import type { Booklet } from './typeset.ts'

export const handbook: Booklet = {
  title: 'Employee Handbook',
  subject: 'Rules and benefits for everyone who works at Example Inc.',
  language: 'en',
  footer: 'Example Inc.  ·  Employee Handbook 2026',
  pages: [
    [
      { kind: 'title', text: 'Employee Handbook', subtitle: 'Example Inc.  ·  Edition of 1 April 2026' },
      { kind: 'heading', text: 'Welcome' },
      {
        kind: 'text',
        text: 'Example Inc. designs instruments that measure the air in schools, offices and hospitals. The company was founded in Nagoya in 2009 and today employs 240 people in Nagoya, Osaka and Dublin. This handbook explains what you can expect from the company and what the company expects from you.',
      },
      {
        kind: 'text',
        text: 'The handbook summarises our rules in plain words. Where it differs from the law or from your employment contract, the law and the contract apply. Questions are welcome: write to people@example.com, and the People team answers within two working days.',
      },
      { kind: 'heading', text: 'What is where' },
      {
        kind: 'table',
        widths: [0.16, 0.6, 0.24],
        rows: [
          ['Section', 'Subject', 'Page'],
          ['1', 'Working hours and remote work', '2'],
          ['2', 'Business travel and expenses', '3'],
          ['3', 'Leave and holidays', '4'],
          ['4', 'Equipment and information security', '5'],
          ['5', 'Learning, conduct and whom to ask', '6'],
        ],
      },
      { kind: 'heading', text: 'How this handbook changes' },
      {
        kind: 'text',
        text: 'The People team reviews the handbook every January. Changes are announced on the intranet at least 30 days before they take effect, and the current edition is always the one in the file library.',
      },
      {
        kind: 'note',
        text: 'New in this edition: the remote work allowance rises to 45 euros a month, and parental leave is extended to 20 weeks at full pay.',
      },
    ],
    [
      { kind: 'heading', text: '1  Working hours and remote work' },
      { kind: 'subheading', text: '1.1  Working hours' },
      {
        kind: 'text',
        text: 'A full working week is 38 hours. You choose when to start and finish between 7:00 and 20:00, but everyone is available during core hours, from 10:00 to 15:00 local time. Lunch is at least 45 minutes and does not count as working time.',
      },
      {
        kind: 'text',
        text: 'Overtime needs the approval of your manager before it is worked. It is compensated with time off within three months, or paid at 125 percent of the hourly rate if time off is not possible.',
      },
      { kind: 'subheading', text: '1.2  Remote work' },
      {
        kind: 'text',
        text: 'You may work remotely up to three days a week. Tuesday is the common office day for all teams. Employees in their first three months work remotely no more than one day a week, so that they get to know their colleagues.',
      },
      {
        kind: 'list',
        items: [
          'Agree on your remote days with your manager and enter them in the team calendar by Thursday of the week before.',
          'Working from another country is possible for up to 20 working days a year, after written approval from the People team; allow them 15 working days to check tax and insurance.',
          'The company pays a remote work allowance of 45 euros a month towards electricity and internet.',
          'Printed customer data must not be taken home.',
        ],
      },
      { kind: 'subheading', text: '1.3  Recording time' },
      {
        kind: 'text',
        text: 'Working time is recorded in Tempo by the last working day of the month. Managers approve time sheets by the third working day of the following month; later entries are paid with the next salary.',
      },
    ],
    [
      { kind: 'heading', text: '2  Business travel and expenses' },
      {
        kind: 'text',
        text: 'Travel is booked through the travel desk (travel@example.com). Trips of more than two nights and all flights need the approval of your manager before booking. Choose the train whenever the journey takes less than five hours.',
      },
      { kind: 'subheading', text: '2.1  Limits' },
      {
        kind: 'table',
        widths: [0.34, 0.22, 0.22, 0.22],
        rows: [
          ['Expense', 'Europe', 'Japan', 'Elsewhere'],
          ['Hotel, one night with breakfast', '180 EUR', '18,000 JPY', '210 EUR'],
          ['Meals, one full day', '55 EUR', '6,500 JPY', '60 EUR'],
          ['Meals, half a day', '28 EUR', '3,200 JPY', '30 EUR'],
          ['Taxi, one journey', '40 EUR', '5,000 JPY', '45 EUR'],
          ['Client dinner, per person', '75 EUR', '9,000 JPY', '80 EUR'],
        ],
      },
      {
        kind: 'text',
        text: 'Flights are booked in economy class. Premium economy is allowed when the flight takes more than eight hours. The use of a private car is reimbursed at 0.38 euros per kilometre.',
      },
      { kind: 'subheading', text: '2.2  Claiming expenses' },
      {
        kind: 'list',
        numbered: true,
        items: [
          'Photograph the receipt and enter it in the expense tool within 30 days of the trip.',
          'Receipts are required for every item above 10 euros.',
          'Your manager approves the claim; amounts above 2,500 euros also need the approval of the finance director.',
          'Approved claims are paid with the next salary, on the 25th of the month.',
        ],
      },
      {
        kind: 'note',
        text: 'Alcohol, fines, and minibar charges are not reimbursed. If a hotel within the limit cannot be found, ask the travel desk before you book.',
      },
    ],
    [
      { kind: 'heading', text: '3  Leave and holidays' },
      { kind: 'subheading', text: '3.1  Annual leave' },
      {
        kind: 'text',
        text: 'Full-time employees receive 25 days of annual leave a year, in addition to public holidays. One day is added after every three years of service, up to 30 days. Up to five unused days are carried over and must be taken by 31 March of the following year.',
      },
      { kind: 'subheading', text: '3.2  Sick leave' },
      {
        kind: 'text',
        text: 'Tell your manager before 9:30 on the first day of illness. A medical certificate is required from the fourth day on. The company pays your full salary for the first six weeks of an illness.',
      },
      { kind: 'subheading', text: '3.3  Parental leave' },
      {
        kind: 'text',
        text: 'Every parent, including adoptive parents, may take 20 weeks of parental leave at full pay within the first two years after the birth or adoption. The leave can be divided into up to three parts. Please tell the People team at least eight weeks before it begins.',
      },
      {
        kind: 'text',
        text: 'After parental leave you may work 60 or 80 percent for up to twelve months, and you return to the same or an equivalent position.',
      },
      { kind: 'subheading', text: '3.4  Special leave' },
      {
        kind: 'table',
        widths: [0.62, 0.38],
        rows: [
          ['Occasion', 'Days, paid'],
          ['Your wedding', '3 days'],
          ['Death of a partner, parent or child', '5 days'],
          ['Moving house', '1 day'],
          ['Volunteering for a registered charity', '2 days a year'],
          ['Caring for a sick child', '10 days a year'],
        ],
      },
    ],
    [
      { kind: 'heading', text: '4  Equipment and information security' },
      { kind: 'subheading', text: '4.1  Your equipment' },
      {
        kind: 'text',
        text: 'On your first day you receive a laptop, a headset and a phone if your work needs one. Laptops are replaced every four years. For your home office you may order a chair, a desk lamp and a monitor for up to 600 euros in total, once in four years; the equipment remains the property of the company.',
      },
      {
        kind: 'text',
        text: 'Equipment is ordered in the service portal and arrives within ten working days. When you leave the company, return everything on your last working day.',
      },
      { kind: 'subheading', text: '4.2  Loss and damage' },
      {
        kind: 'text',
        text: 'Report a lost or stolen device to the IT service desk at once, at any hour, by phone: +353 1 555 0199. The service desk locks and erases the device. You are not charged for damage unless it was caused on purpose.',
      },
      { kind: 'subheading', text: '4.3  Passwords and access' },
      {
        kind: 'list',
        items: [
          'Passwords have at least 14 characters and are kept in the company password manager.',
          'Two-factor authentication is mandatory for email, the VPN and all cloud services.',
          'Lock your screen whenever you leave your desk.',
          'Never share an account, not even with a colleague who stands in for you.',
        ],
      },
      { kind: 'subheading', text: '4.4  Suspicious messages' },
      {
        kind: 'text',
        text: 'Forward suspicious email to phishing@example.com and do not open its attachments. If you have already entered a password, call the service desk within 15 minutes; nobody is blamed for an honest report.',
      },
    ],
    [
      { kind: 'heading', text: '5  Learning, conduct and whom to ask' },
      { kind: 'subheading', text: '5.1  Learning' },
      {
        kind: 'text',
        text: 'Everyone has a learning budget of 1,200 euros and five working days a year for courses, conferences and books. Language courses in English, Japanese or German are paid separately and do not count against the budget.',
      },
      { kind: 'subheading', text: '5.2  Gifts and conflicts of interest' },
      {
        kind: 'text',
        text: 'You may accept gifts worth up to 35 euros. Report anything of greater value to the compliance officer and return it politely. Secondary employment needs written approval, which is given unless it competes with the company or endangers your health.',
      },
      { kind: 'subheading', text: '5.3  Respect' },
      {
        kind: 'text',
        text: 'Harassment and discrimination are not tolerated. You can report an incident to your manager, to the People team, or anonymously through the ombudsperson, Dr. Aoife Brennan, who is not an employee of the company. Every report is answered within five working days.',
      },
      { kind: 'subheading', text: '5.4  Whom to ask' },
      {
        kind: 'table',
        widths: [0.36, 0.3, 0.34],
        rows: [
          ['Subject', 'Team', 'Contact'],
          ['Contracts, leave, salary', 'People team', 'people@example.com'],
          ['Travel bookings', 'Travel desk', 'travel@example.com'],
          ['Laptops, phones, accounts', 'IT service desk', 'it@example.com'],
          ['Building, keys, parking', 'Facilities', 'facilities@example.com'],
          ['Gifts, conflicts of interest', 'Compliance officer', 'compliance@example.com'],
        ],
      },
    ],
  ],
}
