/** Forms that no rule of endings leads back to their word, word first. Forms that are words of their own ('left', 'saw') are missing. */
const words = `
  child children, man men, woman women, foot feet, tooth teeth, mouse mice, goose geese, wife wives, knife knives, half halves,
  shelf shelves, thief thieves, loaf loaves, wolf wolves, calf calves, criterion criteria, phenomenon phenomena, index indices,
  arise arose arisen, awake awoke, become became, begin began begun, bite bitten, bleed bled, blow blew blown, break broke broken,
  breed bred, bring brought, build built, burn burnt, buy bought, catch caught, choose chose chosen, come came, creep crept,
  deal dealt, dig dug, draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen,
  feed fed, fight fought, flee fled, fly flew flown, forbid forbade forbidden, forget forgot forgotten, freeze froze frozen,
  go went gone, grow grew grown, hang hung, hear heard, hide hid hidden, hold held, keep kept, know knew known, lead led,
  learn learnt, lend lent, light lit, lose lost, make made, mean meant, meet met, pay paid, ride rode ridden, ring rang rung,
  rise risen, run ran, seek sought, sell sold, send sent, shake shook shaken, shine shone, shoot shot, shrink shrank shrunk,
  sing sang sung, sink sank sunk, sleep slept, slide slid, speak spoke spoken, spend spent, spill spilt, spin spun,
  stand stood, steal stole stolen, stick stuck, strike struck, swear swore sworn, sweep swept, swim swam swum, swing swung,
  take took taken, teach taught, tear tore torn, think thought, throw threw thrown, understand understood, wake woke woken,
  wear wore worn, win won, withdraw withdrew withdrawn, withhold withheld, write wrote written
`
const basicForms = new Map(
  words.split(',').flatMap((line) => {
    const [word = '', ...forms] = line.trim().split(/\s+/)
    return forms.map((form) => [form, word])
  }),
)

/** The word that an irregular English form is of, or the form itself. Lower case. */
export const basicForm = (word: string): string => basicForms.get(word) ?? word
