import type { Database } from 'bun:sqlite'
import { searchKeys } from '../src/domain/search.ts'

/** How many patients are read at once. */
const atOnce = 1_000

interface Names {
  readonly rowId: number
  readonly firstName: string
  readonly lastName: string
}

/**
 * Makes the search keys of all patients anew, because a version may fold names in another way than the one before it.
 * When a key changes, the whole search index is filled again in the order of its keys. That is several times as fast as a
 * change for each patient.
 */
export function renewSearchKeys(db: Database): void {
  const { sql } = db
    .query<{ sql: string }, []>(`SELECT sql FROM sqlite_master WHERE name = 'patient_words_update'`)
    .get()!
  db.run('DROP TRIGGER patient_words_update')
  if (renewKeysOfPatients(db) > 0) {
    db.run('DELETE FROM patient_words')
    db.run(`INSERT INTO patient_words (practice_key, ending, patient_row_id)
      SELECT practice_key, value, row_id FROM patients, json_each(word_endings)
      ORDER BY 1, 2, 3`)
  }
  db.run(sql)
}

/** Answers how many patients have new keys. */
function renewKeysOfPatients(db: Database): number {
  const next = db.query<Names, [number]>(
    `SELECT row_id AS rowId, first_name AS firstName, last_name AS lastName FROM patients
     WHERE row_id > ? ORDER BY row_id LIMIT ${atOnce}`,
  )
  const renew = db.query(
    `UPDATE patients SET first_name_key = ?1, last_name_key = ?2, word_endings = ?3
     WHERE row_id = ?4 AND (first_name_key, last_name_key, word_endings) <> (?1, ?2, ?3)`,
  )
  let renewed = 0
  for (let after = 0; ; ) {
    const patients = next.all(after)
    for (const { rowId, ...names } of patients) {
      const { firstNameKey, lastNameKey, wordEndings } = searchKeys(names)
      renewed += renew.run(firstNameKey, lastNameKey, JSON.stringify(wordEndings), rowId).changes
    }
    if (patients.length < atOnce) return renewed
    after = patients.at(-1)!.rowId
  }
}
