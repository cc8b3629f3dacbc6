import { useEffect } from 'preact/hooks'
import { words } from '../../../words/words.ts'
import { followHealth, health } from './health.ts'

/**
 * A badge in the list of pages when the server has a problem. The badge also reads the health of the server regularly.
 */
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
