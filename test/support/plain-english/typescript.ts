import { parse } from '@babel/parser'
import { joined, lineAt, standsAlone } from './comments.ts'
import type { Piece } from './sentences.ts'

/** A node of the syntax tree, with the properties that this module reads. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

export interface Prose {
  readonly comments: readonly Piece[]
  /** The texts of the string literals. Literals that are joined by `+` are one text. */
  readonly strings: readonly Piece[]
  /** The titles of tests. */
  readonly titles: readonly Piece[]
}

/**
 * The comments, strings and test titles of a TypeScript file. `jsx` tells whether the file may contain JSX elements.
 */
export function proseInTypeScript(source: string, jsx: boolean): Prose {
  const file = parse(source, { sourceType: 'module', plugins: jsx ? ['typescript', 'jsx'] : ['typescript'] })
  const strings: Piece[] = []
  const titles: Piece[] = []
  visit(file.program as unknown as Node, (node) => {
    if (node.type === 'CallExpression')
      for (const title of titlesIn(node))
        titles.push({ line: lineAt(source, title.start), text: textOf(title)! })
    const text = textOf(node)
    if (text === undefined) return true
    strings.push({ line: lineAt(source, node.start), text })
    return false
  })
  const comments = (file.comments ?? []).map(({ type, value, start }) => ({
    at: start!,
    text: value,
    alone: type === 'CommentLine' && standsAlone(source, start!),
  }))
  return { comments: joined(source, comments), strings, titles }
}

/** The text of a string. Each inserted value is replaced by one word. */
function textOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  if (node.type === 'StringLiteral') return node.value as string
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('`value`')
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  const left = textOf(node.left as Node)
  const right = textOf(node.right as Node)
  return left === undefined && right === undefined ? undefined : `${left ?? '`value`'}${right ?? '`value`'}`
}

/** The title of a test, or the titles of the tests in a call of `inBrowser`. */
function titlesIn(call: Node): Node[] {
  const [callee, [first]] = [call.callee as Node, call.arguments as Node[]]
  if (first === undefined) return []
  const stories = callee.name === 'inBrowser' ? (first.properties as Node[]) : undefined
  const titles = stories?.map(({ key }) => key as Node) ?? (isTest(callee) ? [first] : [])
  return titles.filter((title) => textOf(title) !== undefined)
}

/** `inTurn` and `browsing` are tests that need a browser. */
const tests = new Set<unknown>(['test', 'describe', 'browsing', 'inTurn'])

/** Whether a call defines a test, also by `test.each(rows)(…)` or `test.skipIf(condition)(…)`. */
function isTest(callee: Node): boolean {
  if (callee.type === 'Identifier') return tests.has(callee.name)
  if (callee.type === 'MemberExpression') return isTest(callee.object as Node)
  return callee.type === 'CallExpression' && isTest(callee.callee as Node)
}

/**
 * Visits a node, and the nodes below it if `each` returns true. Names of modules and string literals in types are left
 * out.
 */
function visit(node: Node, each: (node: Node) => boolean): void {
  if (/^(Import|Export(All|Named)Declaration$)/.test(node.type) && node.source) return
  if (node.type === 'TSLiteralType' || node.type === 'TaggedTemplateExpression') return
  if (!each(node)) return
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child !== null && typeof child === 'object' && typeof child.type === 'string' && 'start' in child)
        visit(child, each)
}
