import { basename, extname } from 'node:path'
import { commentsIn, lineAt } from './comments.ts'
import type { Piece } from './sentences.ts'
import { proseInTypeScript } from './typescript.ts'

/**
 * The prose of a file: comments, and the text of Markdown and HTML. In TypeScript, strings are prose too, because
 * messages, help and the OpenAPI document consist of strings. Of the strings in tests, only the titles are prose.
 */
export function proseIn(path: string, source: string): readonly Piece[] {
  switch (basename(path) === 'Dockerfile' ? '.docker' : extname(path)) {
    case '.ts':
    case '.tsx': {
      const { comments, strings, titles } = proseInTypeScript(source, path.endsWith('.tsx'))
      if (path.startsWith('test/')) return [...comments, ...titles]
      return path.endsWith('/de.ts') ? comments : [...comments, ...strings.flatMap(lines)]
    }
    case '.md':
      return [{ line: 1, text: source }]
    case '.sql':
      return commentsIn(source, 'sql')
    case '.css':
      return commentsIn(source, 'css')
    case '.html':
      return proseInHtml(source)
    case '.docker':
    case '.yml':
    case '.yaml':
    case '.toml':
    case '.sh':
    case '':
      return commentsIn(source, 'hash')
    default:
      return []
  }
}

/** Patterns of SQL statements. In lower case, only the beginning of a statement shows that a text is SQL. */
const inCapitals = /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|WHERE|FROM|BEGIN)\b/
const inSmall = /^\s*(update \w+ set|select \w+ from|insert into|delete from)\b/

/** The lines of a string that are prose: more than three words, with lower-case letters, and no SQL. */
function lines({ line, text }: Piece): Piece[] {
  if (inCapitals.test(text) || inSmall.test(text)) return []
  return text
    .split('\n')
    .filter((each) => each.trim().split(/\s+/).length > 3 && /\p{Ll}/u.test(each))
    .map((each) => ({ line, text: each.trim() }))
}

/** The comments and the text of a page. Inline elements, such as `<b>`, do not end a sentence. */
function proseInHtml(source: string): Piece[] {
  const inline = /^<\/?(a|abbr|b|code|em|i|kbd|output|small|span|strong|time)\b/
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  const flat = source
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, blank)
    .replace(/<!--|-->/g, (mark) => '\0'.repeat(mark.length))
    .replace(/<[^>]*>/g, (tag) => (inline.test(tag) ? blank(tag) : blank(tag).replace(/^ /, '\0')))
  return [...flat.matchAll(/[^\0]+/g)]
    .filter(([text]) => text.trim() !== '')
    .map(({ 0: text, index }) => {
      const start = index + text.length - text.trimStart().length
      return { line: lineAt(source, start), text: text.trim().replace(/\n */g, '\n') }
    })
}
