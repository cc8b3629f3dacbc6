import { marked, type Token, type Tokens } from 'marked'

/** A continuous text, such as one comment, and the line of its file on which the text begins. */
export interface Piece {
  readonly line: number
  readonly text: string
}

/**
 * A lower-case letter that begins a new sentence. `Intl.Segmenter` continues a sentence at such a letter, which is
 * right only after `e.g.`, `i.e.`, `etc.` and `vs.`.
 */
const sentenceInSmall = /(?<=(?<!\b(?:e\.g|i\.e|etc|vs))[.?!]["')]* +)[a-z]/g

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The sentences of a piece of Markdown. Blocks of code are left out. A heading, a list item and a cell of a table
 * each end a sentence.
 */
export const sentencesOf = (piece: Piece): Piece[] => blocks(marked.lexer(piece.text), piece).flatMap(split)

/** How many words a sentence has. Code in backticks and an address count as one word each. */
export const countWords = (sentence: string): number =>
  withoutCode(sentence)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/**
 * The text with each span of code and each address replaced by one capitalized word. Link targets and emphasis become
 * spaces. All positions stay as they are.
 */
export function withoutCode(text: string): string {
  const word = (match: string) => 'Q'.padEnd(match.length, 'q')
  const blank = (match: string) => ' '.repeat(match.length)
  return text
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, word)
    .replace(/\]\([^)]*\)/g, blank)
    .replace(/(?:https?|file|s3|abs|sftp|smtps?):\/\/[^\s<>)\]]+/g, word)
    .replace(/\*\*|__|[[\]]|(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])/gu, blank)
}

function blocks(tokens: readonly Token[], within: Piece): Piece[] {
  let from = 0
  return tokens.flatMap((token) => {
    const at = Math.max(from, within.text.indexOf(token.raw.trimStart().split('\n', 1)[0]!, from))
    const block = { line: within.line + newlines(within.text.slice(0, at)), text: token.raw.trimStart() }
    from = at + (within.text.startsWith(token.raw.trimStart(), at) ? token.raw.trimStart().length : 0)
    return proseOf(token, block)
  })
}

function proseOf(token: Token, block: Piece): Piece[] {
  switch (token.type) {
    case 'code':
    case 'space':
    case 'def':
    case 'hr':
      return []
    case 'list':
      return blocks((token as Tokens.List).items, block)
    case 'list_item':
    case 'blockquote':
      return blocks(token.tokens ?? [], block)
    case 'table':
      return block.text.split('\n').flatMap((row, i) =>
        row
          .replace(/(`+)[^`]*\1/g, (code) => code.replaceAll('|', ' '))
          .split('|')
          .map((cell) => ({ line: block.line + i, text: cell })),
      )
    case 'html':
      return [
        { line: block.line, text: block.text.replace(/<!--|-->|<[^>]*>/g, (tag) => tag.replace(/./g, ' ')) },
      ]
    default:
      return [{ line: block.line, text: block.text.replace(/^#+ /, '') }]
  }
}

function split({ line, text }: Piece): Piece[] {
  const flat = withoutCode(text)
    .replaceAll('\n', ' ')
    .replace(sentenceInSmall, (start) => start.toUpperCase())
  return [...segmenter.segment(flat)].flatMap(({ index, segment }) => {
    const raw = text.slice(index, index + segment.length)
    const sentence = raw.trim().replace(/\s*\n\s*/g, ' ')
    const before = text.slice(0, index + raw.length - raw.trimStart().length)
    return sentence === '' ? [] : [{ line: line + newlines(before), text: sentence }]
  })
}

const newlines = (text: string): number => text.split('\n').length - 1
