/** What a practice owner who runs no servers is told: what each finding means, and what to do. */
import {
  type HealthFinding,
  type HealthLevel,
  levelOf,
  type ServiceHealth,
} from '../../domain/service-health.ts'
import { inMegabytes } from '../../store/engine/room.ts'

interface Words {
  /** What is the matter, and what it means for the practice. */
  readonly explain: (health: ServiceHealth) => string
  readonly steps: readonly string[]
  /** Whether the person who runs the server has to act. */
  readonly needsHelp: boolean
}

const call = 'Call the person who runs this server now.'
const tell = 'Tell the person who runs this server today.'
const help = (explain: Words['explain'], ...steps: string[]): Words => ({ explain, steps, needsHelp: true })
const patience = (explain: Words['explain'], ...steps: string[]): Words => ({
  ...help(explain, ...steps),
  needsHelp: false,
})

export const words: Readonly<Record<HealthFinding, Words>> = {
  not_saving: help(
    () => 'Changes cannot be saved at the moment. You can still read what was saved before.',
    call,
    'Until then, write new appointments on paper.',
  ),
  disk_full: help(
    () => 'The disk of the server is full, so changes cannot be saved, or soon cannot.',
    call,
    'Until then, write new appointments on paper when they cannot be saved.',
  ),
  standing_still: help(
    () => 'A part of the server stands still, so reminders may not go out.',
    call,
    'Until then, call the patients who have to know something soon.',
  ),
  foreign_writer: help(
    () =>
      'Another computer or another database uses the place of this backup. The backup cannot be relied on, and there may be a second, different calendar.',
    'Look whether the appointments of today and tomorrow are right.',
    call,
  ),
  backup_failed: help(
    () =>
      'The last check of the backup found a problem. If the disk of the server broke now, records could be lost.',
    'Nothing is lost so far: what was saved is on the server itself.',
    tell,
    'The server checks again every hour. This message goes away when the backup is whole.',
  ),
  backup_stopped: help(
    ({ backup }) =>
      backup?.lagMs == null
        ? 'There is no whole backup yet. If the disk of the server broke now, records could be lost.'
        : `The backup stands still: ${inWords(backup.lagMs)} of changes are on this server alone.`,
    'Nothing is lost so far: what was saved is on the server itself.',
    'Look whether the internet connection of the server works.',
    tell,
  ),
  backup_behind: patience(
    ({ backup }) =>
      backup?.lagMs == null
        ? 'The backup has no whole copy yet.'
        : `The backup is ${inWords(backup.lagMs)} behind.`,
    'Wait for a quarter of an hour. The server catches up by itself.',
  ),
  backup_not_verified: help(
    () =>
      'The backup was not checked for two days, or the last check could not be done. Nobody knows whether it is whole.',
    'Leave the server on at night: it checks the backup at half past three.',
    tell,
  ),
  backup_new: patience(
    () => 'The backup has not been checked yet.',
    'Wait for ten minutes. The first check begins soon after the start.',
  ),
  no_backup: help(
    () => 'No backup is set up. If the disk of the server breaks, all records are lost.',
    'While you only try chairside out, there is nothing to do.',
    'Before you enter real patients, ask the person who runs this server to set up the backup.',
  ),
  upkeep_failing: help(
    () =>
      'The regular upkeep cannot treat some records of a practice. Nothing is lost, and old records stay longer than they should.',
    tell,
    'The log of the server says which practice it is. The server tries again each day.',
  ),
  disk_low: help(
    ({ freeBytes }) => `The disk of the server is nearly full: ${inMegabytes(freeBytes ?? 0)} MB are free.`,
    tell,
  ),
}

/** What to read to the person who runs the server. They see the details where they type the command. */
export function lineToRead({ findings }: ServiceHealth): string | null {
  const named = findings.filter((finding) => words[finding].needsHelp)
  if (named.length === 0) return null
  return `My page says “${named.map((finding) => finding.replaceAll('_', ' ')).join(', ')}”. On the server, type: chairside doctor`
}

const headlines: Readonly<Record<HealthLevel, string>> = {
  good: 'Green: all is well',
  attention: 'Yellow: needs attention',
  trouble: 'Red: something has to be done',
}

/** The level in words, with its color for people who talk of it. */
export const headlineOf = ({ findings }: ServiceHealth): string => headlines[levelOf(findings)]

function inWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
