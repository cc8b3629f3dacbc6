import { withoutImport } from './caddy.ts'
import { type Host, isThere, must, put, remove, textOf } from './host.ts'
import { places } from './places.ts'

/**
 * Removes the service from the machine. The data, the settings and the user stay. This function can run again at any
 * time.
 */
export async function uninstall(host: Host): Promise<void> {
  if (isThere(host, places.unit)) await must(host, ['systemctl', 'disable', '--now', 'chairside'])
  if (remove(host, places.site)) {
    put(host, places.caddyfile, withoutImport(textOf(host, places.caddyfile)), 0o644)
    await must(host, ['systemctl', 'reload-or-restart', 'caddy'])
  }
  for (const path of [places.unit, places.command, places.authority]) remove(host, path)
  for (const path of [places.program, places.programBefore, places.programFailed]) remove(host, path)
  await must(host, ['systemctl', 'daemon-reload'])
  host.say(`kept the data in ${places.data} and the settings in ${places.settings}`)
}
