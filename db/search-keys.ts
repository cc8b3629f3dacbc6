import type { Database } from 'bun:sqlite'
import { type Findable, searchKeys } from '../src/domain/search.ts'

/** How many patients are read at once. */
const atOnce = 1_000

interface Found extends Findable {
  readonly rowId: number
}

/** The triggers that update the search index when a patient changes. */
const keeping = ['patient_words_leave', 'patient_words_come']

/**
 * Makes the search keys of all patients again, because each version of the program may make them differently. When a
 * key changes, or a migration has emptied the search index, the index is filled again in the order of its keys. This
 * order is several times as fast as a change for each patient.
 */
export function renewSearchKeys(db: Database): void {
  const triggers = db
    .query<{ name: string; sql: string }, string[]>(
      'SELECT name, sql FROM sqlite_master WHERE name IN (?, ?) ORDER BY rowid',
    )
    .all(...keeping)
  // A test can stop before the migration that makes the triggers.
  if (triggers.length === 0) return
  for (const { name } of triggers) db.run(`DROP TRIGGER ${name}`)
  if (renewKeysOfPatients(db) > 0 || isEmpty(db)) {
    db.run('DELETE FROM patient_words')
    db.run(`INSERT INTO patient_words (practice_key, ending, patient_row_id)
      SELECT DISTINCT practice_key, ending, row_id FROM patient_endings
      ORDER BY 1, 2, 3`)
  }
  for (const { sql } of triggers) db.run(sql)
}

const isEmpty = (db: Database) => db.query('SELECT 1 FROM patient_words LIMIT 1').get() === null

/** Returns how many patients have new keys. */
function renewKeysOfPatients(db: Database): number {
  const next = db.query<Found, [number]>(
    `SELECT row_id AS rowId, first_name AS firstName, last_name AS lastName, email, phone_mobile AS phoneMobile
     FROM patients WHERE row_id > ? ORDER BY row_id LIMIT ${atOnce}`,
  )
  const renew = db.query(
    `UPDATE patients SET first_name_key = ?1, last_name_key = ?2, spelled_key = ?3, email_key = ?4, phone_key = ?5
     WHERE row_id = ?6
       AND (first_name_key, last_name_key, spelled_key, email_key, phone_key) IS NOT (?1, ?2, ?3, ?4, ?5)`,
  )
  let renewed = 0
  for (let after = 0; ; ) {
    const patients = next.all(after)
    for (const { rowId, ...patient } of patients) {
      const { firstNameKey, lastNameKey, spelledKey, emailKey, phoneKey } = searchKeys(patient)
      renewed += renew.run(firstNameKey, lastNameKey, spelledKey, emailKey, phoneKey, rowId).changes
    }
    if (patients.length < atOnce) return renewed
    after = patients.at(-1)!.rowId
  }
}
