/** Finds from the bytes of a JSON text how many values it holds, before it is parsed (RULES §8). */
import { invalid } from '../domain/problem.ts'

/** The most objects, lists, texts, numbers, `true`, `false` and `null`, all together. Names of fields do not count. */
export const mostValues = 20_000
export const mostLevels = 32

const [quote, backslash, comma, space] = [0x22, 0x5c, 0x2c, 0x20]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts the signs between values, in UTF-8. A text that is not JSON may pass here. Then the parser refuses it.
 * @throws `validation_failed` with path `""` for more than 20,000 values or 32 levels.
 */
export function requireModest(bytes: Uint8Array): void {
  let values = 1
  let level = 0
  let isText = false
  // The first value inside a list or an object has no comma before it.
  let isFirst = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
      continue
    }
    if (byte <= space) continue
    if (isFirst && byte !== closeList && byte !== closeObject) values++
    isFirst = byte === openList || byte === openObject
    if (isFirst) level++
    else if (byte === closeList || byte === closeObject) level--
    else if (byte === comma) values++
    else if (byte === quote) isText = true
    if (values > mostValues) throw tooMuch(`holds more than ${mostValues.toLocaleString('en')} values`)
    if (level > mostLevels) throw tooMuch(`is nested deeper than ${mostLevels}`)
  }
}

const tooMuch = (message: string) => invalid([{ path: '', message }])
