import { useEffect } from 'preact/hooks'
import { words } from '../../../words/words.ts'
import { followHealth, health } from './health.ts'

/** Says in the list of pages that the server needs somebody. It also keeps asking how the server is. */
export function ServiceBadge() {
  useEffect(followHealth, [])
  const level = health.value?.level
  if (level === undefined || level === 'good' || health.trouble !== undefined) return null
  return (
    <span class={`badge ${level === 'trouble' ? 'danger' : 'caution'}`}>
      {words.value.service.colors[level]}
    </span>
  )
}
