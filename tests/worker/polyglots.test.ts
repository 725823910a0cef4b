import { gzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { pngOf } from '../pictures.ts'
import { archiveOf, docxOf, paragraph } from '../unit/documents/fixtures.ts'
import { signedOut } from './harness/callers.ts'
import { uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const { user } = await seedMembers('polyglots.example', { user: 'user' })

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const joined = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]))
const utf16 = (text: string, order: 'le' | 'be') =>
  latin1((order === 'le' ? 'ÿþ' : 'þÿ') + [...text].map((l) => (order === 'le' ? `${l}\0` : `\0${l}`)).join(''))

const script = '<script>alert(document.domain)</script>'
const html = `<!doctype html><html><body>${script}</body></html>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`
const mhtml = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n${html}\r\n--x--`

/** Files that are two things at once, or not what they are called. */
const polyglots: [name: string, bytes: Uint8Array][] = [
  ['pdf-html.pdf', utf8(`<html>${script}<!--\n%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n-->`)],
  ['pdf-html.html', utf8(`%PDF-1.4\n${html}`)],
  ['gif-script.gif', latin1(`GIF89a/*\0\0\0\0*/=1;alert(1)//${html}`)],
  ['gif-script.js', latin1('GIF89a=1;alert(1)')],
  ['png-html.html', joined(pngOf(4, 4), utf8(html))],
  ['jpeg-script.jpg', latin1('ÿØÿà/*\0JFIF*/=alert(1)')],
  ['bmp-script.bmp', latin1('BM=1;alert(1)')],
  ['riff-html.webp', latin1(`RIFF    WEBP${html}`)],
  ['wave-html.wav', latin1(`RIFF    WAVE${html}`)],
  ['zip-html.zip', joined(zipSync({ 'a.html': utf8(html) }), utf8(html))],
  ['html-zip.html', joined(utf8(html), zipSync({ 'a.txt': utf8('a') }))],
  ['jar.html', archiveOf({ 'META-INF/MANIFEST.MF': 'Main-Class: A', 'index.html': html })],
  ['page.epub', archiveOf({ mimetype: 'application/epub+zip', 'OEBPS/a.xhtml': html })],
  ['svg.png', utf8(svg)],
  ['html.pdf', utf8(html)],
  ['html.png', utf8(html)],
  ['html.csv', utf8(html)],
  ['html.md', utf8(`# A\n\n${html}`)],
  ['html.json', utf8(html)],
  ['html.docx', utf8(html)],
  ['doc.html', docxOf(paragraph('A'))],
  ['macros.docm', archiveOf({ '[Content_Types].xml': '<Types/>', 'word/vbaProject.bin': 'a' })],
  ['utf7.html', utf8('+ADw-script+AD4-alert(1)+ADw-/script+AD4-')],
  ['utf7.txt', utf8('+/v8-+ADw-script+AD4-alert(1)+ADw-/script+AD4-')],
  ['bom.svg', utf8(`\u{feff}${svg}`)],
  ['bom.txt', utf8(`\u{feff}${html}`)],
  ['utf16le.html', utf16(html, 'le')],
  ['utf16be.txt', utf16(html, 'be')],
  ['utf32.txt', latin1(`ÿþ\0\0${[...html].map((l) => `${l}\0\0\0`).join('')}`)],
  ['jis.html', latin1(`\u{1b}$B${html}\u{1b}(B`)],
  ['blanks.txt', utf8(`${' \n'.repeat(3000)}${html}`)],
  ['null.html', latin1(`\0\0${html}`)],
  ['comment.svg', utf8(`<!-- a --><!DOCTYPE svg [<!ENTITY a "b">]>${svg}`)],
  ['style.xml', utf8(`<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#a"?>${html}`)],
  ['page.xhtml', utf8(`<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`)],
  ['page.xht', utf8(`<x:html xmlns:x="http://www.w3.org/1999/xhtml"><x:script>alert(1)</x:script></x:html>`)],
  ['page.mhtml', utf8(mhtml)],
  ['page.mht.pdf', utf8(mhtml)],
  ['mail.eml', utf8(`From: a@b.example\r\nContent-Type: text/html\r\n\r\n${html}`)],
  ['packed.svgz', gzipSync(utf8(svg))],
  ['flash.swf', latin1('FWS\x05\0\0\0\0')],
  ['program.hta', utf8(`<HTA:APPLICATION>${script}`)],
  ['link.url', utf8('[InternetShortcut]\r\nURL=javascript:alert(1)')],
  ['manifest.webmanifest', utf8('{"start_url":"javascript:alert(1)"}')],
  ['font.woff', latin1('wOFF\0\x01\0\0')],
  ['module.wasm', latin1('\0asm\x01\0\0\0')],
  ['xfdf.xfdf', utf8('<xfdf xmlns="http://ns.adobe.com/xfdf/"><f href="javascript:alert(1)"/></xfdf>')],
]

/** What a browser shows as a picture, sound or text, or in its PDF viewer, or saves: none of it runs anything. */
const inert =
  /^(image\/(png|jpeg|gif|webp|avif)|audio\/[\w-]+|text\/(plain|csv|markdown)|application\/(pdf|msword|vnd\.(ms-|openxmlformats-officedocument\.)[\w.-]+))(; charset=utf-8)?$/

const addresses = ['/v1/files/{id}/download_url', '/web/v1/files/{id}/preview_url']

test.each(polyglots)('no address of %s gives bytes that a browser runs', async (name, bytes) => {
  const { id } = await uploaded(user, new File([new Uint8Array(bytes)], name))
  for (const path of addresses) {
    const { url } = await (await user(path.replace('{id}', String(id)))).json<{ url: string }>()
    const { pathname, search } = new URL(url)
    const response = await signedOut(pathname + search)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    const type = headers['content-type']!
    expect(headers['content-disposition']).toMatch(inert.test(type) ? /^(inline|attachment); / : /^attachment; /)
    if (path.includes('preview')) expect(type).not.toMatch(/html|script|\/xml|\+xml/)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(bytes))
  }
})
