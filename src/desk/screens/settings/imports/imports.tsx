import { route } from '../../../base/route.ts'
import { One } from './one.tsx'
import { Overview } from './overview.tsx'

/** Takes over what another program has. The place may name one import, which is then open. Owners only. */
export function ImportsPage() {
  const id = route.value[2]
  return id === undefined ? <Overview /> : <One key={id} id={id} />
}
