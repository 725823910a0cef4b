import prose from './prose.css?inline'

export { prose }

// The styles come within the code that needs them: neither waits for the other, and none is missing after a lost connection.
if (typeof document !== 'undefined') {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(prose)
  document.adoptedStyleSheets.push(sheet)
}
