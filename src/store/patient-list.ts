import { and, eq, type SQL, sql } from 'drizzle-orm'
import { patients, patientTags, practices } from '../../db/schema.ts'
import type { Page } from '../domain/page.ts'
import { indexedPart } from '../domain/search.ts'
import { type PatientRow, patientFields } from './patients.ts'
import type { Scope } from './scope.ts'
import { param, type Select, select } from './statement.ts'

/** Which patients to list. `words` are folded (`domain/search.ts`), and all must occur in the patient's names. */
export interface PatientFilter {
  readonly words: readonly string[]
  readonly status?: string | undefined
  readonly tagId?: string | undefined
}

/**
 * One page of patients by last name, first name and id.
 *
 * When few patients meet the filter, the list looks them up in an index and sorts them. When many do, it walks the
 * patients in name order until the page is full, which is soon. So neither a rare nor a common word makes it read
 * the whole practice.
 */
export function listPatients(scope: Scope, filter: PatientFilter, page: Page): PatientRow[] {
  const { words, status, tagId } = filter
  const match = words.map((word) => beginsWith(indexedPart(word))).join(' AND ')
  const start =
    words.length > 0 && isRare(scope, match, words) ? 'words' : tagged(scope, tagId) ? 'tag' : 'name'
  const wordsToFind = start === 'words' ? [] : words
  const longWords = start === 'words' ? words.filter((word) => word !== indexedPart(word)) : []
  const list = listing(start, {
    byStatus: status !== undefined,
    byTag: tagId !== undefined,
    words: wordsToFind.length,
    byLongWords: longWords.length > 0,
  })
  const named = Object.fromEntries(wordsToFind.map((word, i) => [wordParam(i), word]))
  return scope.all(list, {
    ...page,
    ...named,
    match,
    longWords: JSON.stringify(longWords),
    status: status ?? null,
    tagId: tagId ?? null,
  })
}

/** Up to this many patients are few. Sorting them takes about as long as walking ten times as many in order. */
const few = 2_000
/** A search with more words than this uses the index, so that the number of statements has a limit. */
const mostWords = 8

const wordParam = (i: number): string => `word${i}`

/** An FTS5 string that matches word endings beginning with `word`. Its only special character is the quote. */
const beginsWith = (word: string): string => `"${word.replaceAll('"', '""')}"*`

const searched = sql.raw('patient_search')

/**
 * The index spans all practices of the file. So a word that is common in another practice counts as common here. Then
 * this practice is walked, which takes no longer than its own size.
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

/** What a list is narrowed by, apart from the index that it starts with. */
interface Narrowing {
  readonly byStatus: boolean
  readonly byTag: boolean
  /** How many words are looked for in the names themselves. */
  readonly words: number
  readonly byLongWords: boolean
}

function listing(start: Start, { byStatus, byTag, words, byLongWords }: Narrowing): Select<PatientRow> {
  const key = [start, byStatus, byTag, words, byLongWords].join()
  let list = listings.get(key)
  if (list === undefined) {
    const where = and(
      start === 'words' ? sql`${searched} match ${param('match')}` : undefined,
      byLongWords ? allLongWordsOccur : undefined,
      start === 'tag' ? eq(patientTags.tagId, param('tagId')) : undefined,
      byTag && start !== 'tag' ? carriesTag : undefined,
      byStatus ? eq(patients.status, param('status')) : undefined,
      ...Array.from({ length: words }, (_, i) => occurs(param(wordParam(i)))),
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

/** Chooses the page by its sorting keys alone, so that whole records are read only for the page. */
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

/** CROSS JOIN makes SQLite read the tables in the order in which they are written. */
const sources = {
  words: sql`${searched} cross join ${patients} on ${patients.rowId} = ${searched}.rowid`,
  tag: sql`${patientTags} cross join ${patients}
    on ${patients.practiceId} = ${patientTags.practiceId} and ${patients.id} = ${patientTags.patientId}`,
}

const carriesTag = sql`exists (select 1 from ${patientTags}
  where ${patientTags.practiceId} = ${patients.practiceId} and ${patientTags.patientId} = ${patients.id}
    and ${patientTags.tagId} = ${param('tagId')})`

const occurs = (word: SQL) =>
  sql`(instr(${patients.lastNameKey}, ${word}) or instr(${patients.firstNameKey}, ${word}))`

/** The index holds only the beginning of a long word. */
const allLongWordsOccur = sql`not exists (
  select 1 from json_each(${param('longWords')}) long where not ${occurs(sql`long.value`)})`
