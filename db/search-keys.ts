import type { Database } from 'bun:sqlite'
import { type Findable, searchKeys } from '../src/domain/search.ts'

/** How many patients are read at once. */
const atOnce = 1_000

interface Found extends Findable {
  readonly rowId: number
}

/**
 * Makes the search keys of all patients again, because a version may make them in another way than the one before it.
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
  const next = db.query<Found, [number]>(
    `SELECT row_id AS rowId, first_name AS firstName, last_name AS lastName, email, phone_mobile AS phoneMobile
     FROM patients WHERE row_id > ? ORDER BY row_id LIMIT ${atOnce}`,
  )
  const renew = db.query(
    `UPDATE patients SET first_name_key = ?1, last_name_key = ?2, email_key = ?3, phone_key = ?4, word_endings = ?5
     WHERE row_id = ?6
       AND (first_name_key, last_name_key, email_key, phone_key, word_endings) IS NOT (?1, ?2, ?3, ?4, ?5)`,
  )
  let renewed = 0
  for (let after = 0; ; ) {
    const patients = next.all(after)
    for (const { rowId, ...patient } of patients) {
      const { firstNameKey, lastNameKey, emailKey, phoneKey, wordEndings } = searchKeys(patient)
      const keys = [firstNameKey, lastNameKey, emailKey, phoneKey, JSON.stringify(wordEndings)]
      renewed += renew.run(...keys, rowId).changes
    }
    if (patients.length < atOnce) return renewed
    after = patients.at(-1)!.rowId
  }
}
