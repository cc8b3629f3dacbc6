import { and, eq, type SQL, sql } from 'drizzle-orm'
import { patients, patientTags, practices } from '../../db/schema.ts'
import type { Page } from '../domain/page.ts'
import { type PatientRow, patientFields } from './patients.ts'
import type { Scope } from './scope.ts'
import { param, type Select, select } from './statement.ts'

/** `words` are folded (`domain/search.ts`); every one must occur in the patient's names. */
export interface PatientFilter {
  readonly words: readonly string[]
  readonly status?: string | undefined
  readonly tagId?: string | undefined
}

/**
 * One page of patients by last name, first name and id.
 *
 * A filter that few patients meet is answered from those few, looked up in its index and sorted. One that many
 * meet is answered by walking the patients in name order until the page is full, which is soon. So neither a
 * rare nor a common word makes the list read the whole practice.
 */
export function listPatients(scope: Scope, filter: PatientFilter, page: Page): PatientRow[] {
  const { words, status, tagId } = filter
  const match = words.map(beginsWith).join(' AND ')
  const start =
    words.length > 0 && isRare(scope, match, words) ? 'words' : tagged(scope, tagId) ? 'tag' : 'name'
  const wordsToFind = start === 'words' ? [] : words
  const list = listing(start, status !== undefined, tagId !== undefined, wordsToFind.length)
  const named = Object.fromEntries(wordsToFind.map((word, i) => [wordParam(i), word]))
  return scope.all(list, { ...page, ...named, match, status: status ?? null, tagId: tagId ?? null })
}

/** How many are few: sorting so many takes about as long as walking ten times as many in order. */
const few = 2_000
/** More words than any name has are looked up in the index, so that there are only so many statements. */
const mostWords = 8

const wordParam = (i: number): string => `word${i}`

/** An FTS5 string (its only special sign is the quote) that matches word endings beginning with `word`. */
const beginsWith = (word: string): string => `"${word.replaceAll('"', '""')}"*`

const searched = sql.raw('patient_search')

/**
 * The index spans the practices of the file, so a word that is common next door counts as common here: then this
 * practice is walked, which takes no longer than it is large.
 */
const wordsFound = select({
  fields: {
    count: sql<number>`(select count(*) from (
      select 1 from ${searched} where ${searched} match ${param('match')} limit ${few + 1}))`,
  },
  from: practices,
})

const taggedFound = select({
  fields: { count: sql<number>`count(*)` },
  from: patientTags,
  where: eq(patientTags.tagId, param('tagId')),
})

const isRare = (scope: Scope, match: string, words: readonly string[]): boolean =>
  words.length > mostWords || (scope.get(wordsFound, { match })?.count ?? 0) <= few

const tagged = (scope: Scope, tagId: string | undefined): boolean =>
  tagId !== undefined && scope.get(taggedFound, { tagId })!.count <= few

type Start = 'words' | 'tag' | 'name'

const listings = new Map<string, Select<PatientRow>>()

function listing(start: Start, byStatus: boolean, byTag: boolean, words: number): Select<PatientRow> {
  const key = [start, byStatus, byTag, words].join()
  let list = listings.get(key)
  if (list === undefined) {
    const where = and(
      start === 'words' ? sql`${searched} match ${param('match')}` : undefined,
      start === 'tag' ? eq(patientTags.tagId, param('tagId')) : undefined,
      byTag && start !== 'tag' ? carriesTag : undefined,
      byStatus ? eq(patients.status, param('status')) : undefined,
      ...Array.from({ length: words }, (_, i) => occurs(wordParam(i))),
    )
    list = start === 'name' ? walk(where) : choose(sources[start], where!)
    listings.set(key, list)
  }
  return list
}

const byName = sql`${patients.lastNameKey}, ${patients.firstNameKey}, ${patients.id}`
const page = sql`${param('limit')} offset ${param('offset')}`

const walk = (where: SQL | undefined) =>
  select({ fields: patientFields, from: patients, where, orderBy: [byName], limit: page })

/** Chooses the page by its sorting keys alone, so that whole records are read for the page and no more. */
const choose = (source: SQL, where: SQL) =>
  select({
    fields: patientFields,
    from: patients,
    source: sql`(
      select ${patients.rowId} as chosen from ${source}
      where ${patients.practiceId} = ${param('practiceId')} and ${where}
      order by ${byName} limit ${page}
    ) cross join ${patients} on ${patients.rowId} = chosen`,
    orderBy: [byName],
  })

/** CROSS JOIN makes SQLite take the tables in the order they are written in. */
const sources = {
  words: sql`${searched} cross join ${patients} on ${patients.rowId} = ${searched}.rowid`,
  tag: sql`${patientTags} cross join ${patients}
    on ${patients.practiceId} = ${patientTags.practiceId} and ${patients.id} = ${patientTags.patientId}`,
}

const carriesTag = sql`exists (select 1 from ${patientTags}
  where ${patientTags.practiceId} = ${patients.practiceId} and ${patientTags.patientId} = ${patients.id}
    and ${patientTags.tagId} = ${param('tagId')})`

const occurs = (word: string) =>
  sql`(instr(${patients.lastNameKey}, ${param(word)}) or instr(${patients.firstNameKey}, ${param(word)}))`
