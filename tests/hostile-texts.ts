/** Texts that would do something where they are drawn as anything but text; each sets `window.ran`, or asks a host, if it does. */
const host = 'https://hostile.example'

export const hostileTexts: string[] = [
  '<script>ran=1</script><img src=x onerror="ran=1"> end',
  `</script></title></textarea></style><svg onload=ran=1><script src=${host}/a.js></script> end`,
  `"><iframe srcdoc="<script>parent.ran=1</script>"></iframe><link rel=stylesheet href=${host}/a.css> end`,
  `' onfocus=ran=1 autofocus tabindex=1 x=' {{constructor.constructor('ran=1')()}} \${ran=1} end`,
  `![](${host}/b.png) <img srcset="${host}/c.png"> [a](javascript:ran=1) javascript:ran=1 end`,
  `\u202Egnp.exe\u202C \u2066\u2067\u202B dangling \u200Bzero\u200Dwidth\uFEFF سلام end`,
  `${'a'.repeat(180)} end`,
  '\u0007\u001B[31m\uFFFE\uD83D\uDE00\u0300\u0301\u0302 ﷽ Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L͠G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞ end',
]
