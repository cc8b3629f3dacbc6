import type { Piece } from './sentences.ts'

/** The syntax of comments and strings in each language. The first alternative that matches decides. */
const syntaxes = {
  sql: /(?<string>'(?:[^']|'')*')|--(?<line>.*)|\/\*(?<block>[\s\S]*?)\*\//g,
  css: /(?<string>"[^"\n]*"|'[^'\n]*')|\/\*(?<block>[\s\S]*?)\*\//g,
  /** In YAML, TOML, shell and Dockerfiles a comment begins with `#` at the start of a word. */
  hash: /(?<string>'[^'\n]*'|"(?:[^"\\\n]|\\.)*")|(?<=^|\s)#(?!!)(?<line>.*)/gm,
}

export type Syntax = keyof typeof syntaxes

/** The comments of a file in another language than TypeScript. */
export function commentsIn(source: string, syntax: Syntax): Piece[] {
  const comments = [...source.matchAll(syntaxes[syntax])].flatMap(({ index, groups }) => {
    const text = groups!.line ?? groups!.block
    if (text === undefined) return []
    return [{ at: index, text, alone: groups!.line !== undefined && standsAlone(source, index) }]
  })
  return joined(source, comments)
}

/** A comment and whether it is a line comment with nothing before it on its line. */
export interface Comment {
  readonly at: number
  readonly text: string
  readonly alone: boolean
}

/** Line comments on consecutive lines become one text. A tag such as `@throws` begins a new text. */
export function joined(source: string, comments: readonly Comment[]): Piece[] {
  const pieces: Piece[] = []
  let last: { line: number; alone: boolean } | undefined
  for (const { at, text, alone } of comments) {
    const line = lineAt(source, at)
    const previous = pieces.at(-1)
    if (alone && last?.alone && last.line === line - 1)
      pieces[pieces.length - 1] = { line: previous!.line, text: `${previous!.text}\n${text.trim()}` }
    else pieces.push({ line, text: text.replace(/^[ \t]*\*(?: |$)/gm, '').replace(/^\*? /, '') })
    last = { line, alone }
  }
  return pieces.flatMap(byTag)
}

export const standsAlone = (source: string, at: number): boolean =>
  source.slice(source.lastIndexOf('\n', at - 1) + 1, at).trim() === ''

export const lineAt = (source: string, at: number): number => source.slice(0, at).split('\n').length

function byTag({ line, text }: Piece): Piece[] {
  let at = line
  return text.split(/^(?=@\w)/m).map((part) => {
    const piece = { line: at, text: part }
    at += part.split('\n').length - 1
    return piece
  })
}
