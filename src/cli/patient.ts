import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { lockHolder } from '../../db/lock.ts'
import { ErasureLedger } from '../backup/erasures/ledger.ts'
import { erasureMemory } from '../backup/erasures/memory.ts'
import { smallFile } from '../backup/erasures/open.ts'
import type { Config } from '../config.ts'
import { operatorAct } from '../domain/act.ts'
import { lookupId } from '../domain/id.ts'
import { Problem } from '../domain/problem.ts'
import { erasePerson } from '../features/person/erasing.ts'
import { gatherPerson, personAsJson, recordExport } from '../features/person/gather.ts'
import { pageLanguage, personAsPage } from '../features/person/page.ts'
import { findPerson } from '../store/person/erasure.ts'
import type { Practice, Store } from '../store/store.ts'
import { command, flag, optional, required, UsageError } from './command.ts'
import { withDatabase, withStore } from './store.ts'

const id = required('ID', 'The patient, who may be deleted.')

export const patientExport = command({
  name: 'patient export',
  summary:
    'Writes everything about a patient to a new folder: patient.json for programs, patient.html to read and print.',
  options: { id, to: required('FOLDER', 'The new folder. It must not be there yet.') },
  run: async ({ id, to }, { config, now }) => {
    if (to === '' || existsSync(to)) throw new UsageError('--to must name a folder that does not exist yet')
    return withStore(config, async (store) => {
      const patientId = lookupId(id)
      const practice = practiceOf(store, patientId, 'patient export')
      await recordExport(practice, patientId)
      const person = gatherPerson(practice, patientId, now())
      const [json, page] = [join(to, 'patient.json'), join(to, 'patient.html')]
      try {
        mkdirSync(to, { mode: 0o700 })
        writeNew(json, personAsJson(person))
        writeNew(page, personAsPage(person, pageLanguage(practice.read)))
      } catch (error) {
        rmSync(to, { recursive: true, force: true })
        throw new UsageError(`the folder cannot be written: ${(error as Error).message}`)
      }
      return { json, page }
    })
  },
})

export const patientErase = command({
  name: 'patient erase',
  summary:
    'Erases a person: record, notes, messages and what was deleted. Entries stay in the calendar without patient and texts. No restore brings the person back. It cannot be undone.',
  options: {
    id,
    reason: required('TEXT', 'Why. It stays in the audit trail, so it must not name the person.'),
    override: optional(
      'TEXT',
      'Why the person is erased although their records must still be kept. It stays in the audit trail, too.',
    ),
    yes: flag('Needed, because it cannot be undone.'),
  },
  run: async ({ id, reason, override, yes }, { config, now, say }) => {
    if (!yes) throw new UsageError('an erasure cannot be undone: add --yes')
    const reasons = {
      reason: readReason('reason', reason),
      overrideRetention: override === undefined ? undefined : readReason('override', override),
    }
    return withDatabase(config, async (store, writeAnew) => {
      const patientId = lookupId(id)
      const practice = practiceOf(store, patientId, 'patient erase')
      let cleaned = true
      const left = () => {
        cleaned = false
        say(
          'pieces of the person may still be in the file: the server removes them within ten minutes, or at its next start',
        )
      }
      const memory = erasureMemory(
        ErasureLedger.of(config.databasePath, config.replica),
        store,
        // A running server must stop its stream before the file is rewritten. So the server rewrites the file itself,
        // at a check every ten minutes.
        () => lockHolder(config.databasePath) === null && writeAnew(smallFile),
        { left, report: (error) => say((error as Error).message) },
      )
      await erasePerson(practice, memory, patientId, reasons, now()).catch(inOptions)
      return { erased: true, cleaned, copies: copiesBeside(config).join(', ') || null }
    })
  },
})

/** Rewrites the message of a refusal for the command line, which has options instead of fields. */
function inOptions(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const optionOf = (path: string) => (path === 'overrideRetention' ? '--override' : `--${path}`)
  if (error.code === 'validation_failed')
    throw new UsageError(error.details!.map(({ path, message }) => `${optionOf(path)} ${message}`).join('. '))
  throw new Problem(
    error.code,
    error.message.replace('`overrideRetention`', '--override'),
    error.details,
    error,
  )
}

/** @throws UsageError. */
function readReason(option: string, value: string): string {
  const text = value.trim()
  if (text === '' || text.length > 1000)
    throw new UsageError(`--${option} must have from 1 to 1000 characters`)
  return text
}

/** The practice of a patient, who may be deleted. @throws UsageError. */
function practiceOf({ identity, practices }: Store, patientId: string, action: string): Practice {
  const practiceId = identity
    .practiceIds()
    .find((practiceId) => findPerson(practices.of(practiceId).read, patientId) !== null)
  if (practiceId === undefined) throw new UsageError('--id is no patient here. Check the id')
  return practices.of(practiceId, operatorAct(action))
}

/** Writes a new file that only this user may read, piece by piece. */
function writeNew(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    for (const piece of pieces) writeFileSync(file, piece)
  } finally {
    closeSync(file)
  }
}

/** The names of older copies beside the database. These copies still hold the data of erased persons. */
function copiesBeside({ databasePath }: Config): string[] {
  const path = resolve(databasePath)
  const isCopy = (name: string) =>
    ['before-', 'lost-', 'store-'].some((kind) => name.startsWith(`${basename(path)}.${kind}`))
  return readdirSync(dirname(path)).filter(isCopy).sort()
}
