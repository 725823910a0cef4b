import { createContext } from 'react'

/** Whether what is drawn stands in a link already, where another one, or a button, would end it. */
export const InLink = createContext(false)
