/** How small the type must be for a whole practice on one page. */

/** The rows of a chair. Each is a list of texts that stay in one piece, of which only the length counts. */
type Rows = readonly (readonly number[])[]

/** What is left of a lying A4 page below the head of the sheet, in points. */
const page = { width: 785, height: 480 }
const mostColumns = 6
const [smallest, largest, step] = [5, 10, 0.5]

// Lengths as parts of the type's size, with some room for wide fonts.
const lineHeight = 1.3
const betweenRows = 0.4
const betweenColumns = 1
const characterWidth = 0.62
/** The times take this much of each column. */
const timesWidth = 4.2
/** The name of a chair and the room around it. */
const headHeight = 3

/**
 * How many columns are side by side, and the size of the type in points. Smaller than 5 points nobody can read, so a
 * fuller day takes a second page. `chairs` holds the rows of each chair, and each row the numbers of characters of its texts.
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

/** How many lines texts take, with two characters of room between them. */
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
