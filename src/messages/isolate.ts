/** Letters of scripts that run from right to left, such as Hebrew and Arabic. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Keeps the direction of a name away from the words around it, by the isolates of Unicode (UAX #9 §2.4). Other names
 * stay as they are. Not for text messages: the isolates would make them longer and dearer.
 */
export const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)
