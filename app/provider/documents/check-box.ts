/** A check box of a form or a list of tasks, as text. */
export const checkBoxSign = (isTicked: boolean): string => (isTicked ? '☑' : '☐')
