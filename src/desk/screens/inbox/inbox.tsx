/** The inbox: items that the front desk must handle, by kind, the soonest first. */
import { useEffect } from 'preact/hooks'
import { Heading } from '../../base/heading.tsx'
import { Icon, type IconName } from '../../base/icon.tsx'
import { Nowhere } from '../../base/nowhere.tsx'
import { route } from '../../base/route.ts'
import { Trouble } from '../../base/trouble.tsx'
import type { Inbox } from '../../contract/names.ts'
import { Empty } from '../../parts/empty.tsx'
import { words } from '../../words/words.ts'
import { Answers } from './answers.tsx'
import { isLater } from './calls.tsx'
import { waitingCount } from './count.ts'
import { Item } from './item.tsx'
import { Marked } from './marked.tsx'
import { followNewTimes } from './new-times.ts'
import { SendAll } from './send-all.tsx'
import { followInbox, type InboxKind, inbox, kinds } from './state.ts'

export const InboxScreen = () => (route.value[1] === undefined ? <Open /> : <Nowhere />)

function Open() {
  useEffect(followInbox, [])
  useEffect(followNewTimes, [])
  const { inbox: texts } = words.value
  return (
    <div class="page inbox">
      <header class="inbox-head">
        <Heading>{texts.title}</Heading>
        {inbox.value && waitingCount.value > 0 && <p class="soft">{texts.open(waitingCount.value)}</p>}
      </header>
      <Answers />
      {inbox.value && waitingCount.value > 0 && <p class="hint">{texts.whatButtonsDo}</p>}
      {inbox.value && <Lists inbox={inbox.value} />}
      {inbox.trouble !== undefined && inbox.value === undefined && (
        <Trouble error={inbox.trouble} again={() => void inbox.again()} />
      )}
    </div>
  )
}

function Lists({ inbox }: { readonly inbox: Inbox }) {
  const open = inbox.items.filter(({ mark }) => mark === null)
  const marked = inbox.items.filter(({ mark }) => mark !== null)
  const { inbox: texts, shell } = words.value
  return (
    <>
      {kinds.map((kind) => (
        <Group
          key={kind}
          kind={kind}
          items={inTurn(open.filter((item) => item.kind === kind))}
          count={inbox.counts[kind]}
          more={inbox.more[kind]}
        />
      ))}
      {open.some(({ kind }) => !kinds.includes(kind)) && <p class="hint">{shell.newer}</p>}
      {open.length === 0 && <Empty icon="check" title={texts.empty} hint={texts.emptyHint} />}
      {marked.length > 0 && <Marked items={marked} />}
    </>
  )
}

/** The items in order. Items with a later time for the next call are after the others. */
const inTurn = (items: Inbox['items']) => items.toSorted((a, b) => Number(isLater(a)) - Number(isLater(b)))

const icons: Readonly<Record<InboxKind, IconName>> = {
  cancel_requested: 'close',
  unanswered: 'phone',
  failed: 'alert',
  uncertain: 'question',
  fits_gap: 'waiting',
  note_next: 'note',
  online_request: 'question',
  online_patient: 'question',
  online_flood: 'alert',
  displaced: 'move',
  webhook_stopped: 'alert',
}

interface GroupProps {
  readonly kind: InboxKind
  readonly items: Inbox['items']
  readonly count: number
  readonly more: boolean
}

function Group({ kind, items, count, more }: GroupProps) {
  if (items.length === 0) return null
  const id = `inbox-${kind}`
  return (
    <section class={`inbox-group ${kind}`} aria-labelledby={id}>
      <h2 id={id}>
        <span class="inbox-sign">
          <Icon name={icons[kind]} />
        </span>
        {words.value.inbox.groups[kind]} <span class="soft number">{more ? `${count}+` : count}</span>
      </h2>
      <SendAll items={items} />
      <ul class="inbox-list">
        {items.map((item) => (
          <Item key={item.recordId} item={item} />
        ))}
      </ul>
      {more && <p class="hint">{words.value.inbox.more}</p>}
    </section>
  )
}
