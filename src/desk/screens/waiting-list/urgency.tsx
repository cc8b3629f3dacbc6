import { Icon, type IconName } from '../../base/icon.tsx'
import { known } from '../../words/known.ts'
import { words } from '../../words/words.ts'
import type { Urgency } from './state.ts'

const looks: Readonly<Record<Urgency, { readonly icon: IconName; readonly tone: string }>> = {
  urgent: { icon: 'alert', tone: 'danger' },
  soon: { icon: 'waiting', tone: 'caution' },
  whenever: { icon: 'repeat', tone: '' },
}

/** The urgency of a waiting patient, as an icon, a word and a colour. */
export const UrgencyBadge = ({ urgency }: { readonly urgency: Urgency }) => (
  <span class={`badge ${looks[urgency].tone}`}>
    <Icon name={looks[urgency].icon} />
    {known(words.value.waiting.urgencies, urgency, words.value.shell.newer)}
  </span>
)
