import { route } from '../../../base/route.ts'
import { One } from './one.tsx'
import { Overview } from './overview.tsx'

/** The page that imports data from another program. The address may name one import to show. Owners only. */
export function ImportsPage() {
  const id = route.value[2]
  return id === undefined ? <Overview /> : <One key={id} id={id} />
}
