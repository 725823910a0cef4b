import { PDFDocument } from 'pdf-lib'
import { newPage } from './browser.ts'

/** A4 at 96 dots an inch, and how many of these a scanner sees. */
const paper = { width: 794, height: 1123 }
const resolution = 150 / 96

/** A picture of a page with these lines of text, as a scanner makes it: PNG. */
export async function picture(...lines: string[]): Promise<Buffer> {
  const page = await newPage({ viewport: paper, deviceScaleFactor: resolution })
  await page.setContent(`<body style="margin:80px;font:17px/2 'Noto Sans CJK JP',sans-serif"></body>`)
  await page.evaluate((texts) => {
    for (const text of texts) document.body.appendChild(document.createElement('p')).textContent = text
  }, lines)
  return page.screenshot()
}

/** A PDF whose pages are nothing but pictures. */
export async function scanOf(...pictures: Buffer[]): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (const each of pictures) {
    document.addPage([595, 842]).drawImage(await document.embedPng(each), { x: 0, y: 0, width: 595, height: 842 })
  }
  return Buffer.from(await document.save())
}
