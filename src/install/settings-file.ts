/** The file of settings, in the form that systemd reads (systemd.exec(5), `EnvironmentFile=`). */

export type SettingTexts = Readonly<Record<string, string>>

const assignment = /^\s*([A-Za-z_]\w*)=(.*)$/

/** The settings in a file. A value may be in quotes. Later lines replace earlier ones. */
export function readSettings(text: string): SettingTexts {
  const found = text.split('\n').flatMap((line) => {
    const [, name, value] = assignment.exec(line) ?? []
    return name === undefined ? [] : [[name, unquoted(value!.trim())] as const]
  })
  return Object.fromEntries(found)
}

/**
 * The text with these settings. The lines of settings that already have their value stay as they are, and so do
 * comments. A new or changed setting is added at the end. A setting with the value null is removed.
 */
export function withSettings(text: string, values: Readonly<Record<string, string | null>>): string {
  const present = readSettings(text)
  const changed = Object.entries(values).filter(([name, value]) => (present[name] ?? null) !== value)
  const names = new Set(changed.map(([name]) => name))
  const kept = text
    .split('\n')
    .filter((line) => !names.has(assignment.exec(line)?.[1] ?? ''))
    .join('\n')
  const added = changed.flatMap(([name, value]) => (value === null ? [] : [`${name}=${quoted(value)}\n`]))
  const end = kept === '' || kept.endsWith('\n') ? '' : '\n'
  return kept + end + added.join('')
}

const unquoted = (value: string): string => {
  if (/^'.*'$/.test(value)) return value.slice(1, -1)
  if (/^".*"$/.test(value)) return value.slice(1, -1).replace(/\\(["\\`$])/g, '$1')
  return value.replace(/\\(.)/g, '$1')
}

const quoted = (value: string): string =>
  /^[\w@%+:,./=-]*$/.test(value) ? value : `"${value.replace(/["\\`$]/g, '\\$&')}"`
