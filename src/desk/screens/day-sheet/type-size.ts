/** Computes the size of the type with which a whole practice fits on one page. */

/** The rows of a chair. Each row is a list of the lengths of its texts, in characters. */
type Rows = readonly (readonly number[])[]

/** The space on a landscape A4 page below the head of the sheet, in points. */
const page = { width: 785, height: 480 }
const mostColumns = 6
const [smallest, largest, step] = [5, 10, 0.5]

// These lengths are parts of the type's size, with some reserve for wide fonts.
const lineHeight = 1.3
const betweenRows = 0.4
const betweenColumns = 1
const characterWidth = 0.62
/** The width of the times in each column. */
const timesWidth = 4.2
/** The height of a chair's name, with the space around it. */
const headHeight = 3

/**
 * How many columns are side by side, and the size of the type in points. Nobody can read type below 5 points, so a
 * fuller day takes a second page. `chairs` has the rows of each chair.
 */
export function typeOf(chairs: readonly Rows[]): { columns: number; points: number } {
  const columns = Math.max(1, Math.min(mostColumns, chairs.length))
  let points: number = largest
  while (points > smallest && heightAt(points, columns, chairs) > page.height) points -= step
  return { columns, points }
}

function heightAt(points: number, columns: number, chairs: readonly Rows[]): number {
  const column = page.width / columns / points - betweenColumns - timesWidth
  const characters = Math.max(1, Math.floor(column / characterWidth))
  const rowHeight = (texts: readonly number[]) => linesOf(texts, characters) * lineHeight + betweenRows
  let height = 0
  for (let i = 0; i < chairs.length; i += columns) {
    const sums = chairs
      .slice(i, i + columns)
      .map((rows) => rows.reduce((sum, texts) => sum + rowHeight(texts), 0))
    height += headHeight + Math.max(...sums)
  }
  return height * points
}

/** How many lines the texts of a row take, with a space of two characters between texts. */
function linesOf(texts: readonly number[], characters: number): number {
  let [lines, left] = [0, 0]
  for (const length of texts) {
    if (length + 2 <= left) left -= length + 2
    else {
      lines += Math.max(1, Math.ceil(length / characters))
      left = characters - (length % characters)
    }
  }
  return lines
}
