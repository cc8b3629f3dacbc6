import { Button } from '../base/button.tsx'
import { Icon } from '../base/icon.tsx'
import { me } from '../base/me.ts'
import { hrefOf } from '../base/route.ts'
import { openBooking } from '../screens/booking/open.tsx'
import { words } from '../words/words.ts'
import { openHelp } from './help.tsx'
import { findPatient, type Screen } from './screens.ts'
import { signOut } from './sign-out.ts'

/** The links to all screens, and the buttons that work on every screen. */
export function Rail({
  screens,
  current,
}: {
  readonly screens: readonly Screen[]
  readonly current: Screen
}) {
  const { shell } = words.value
  return (
    <header class="rail">
      <p class="brand" title={me.value.practice.name}>
        <img src="/pages/icon.svg" alt="" width="28" height="28" />
        <span>{me.value.practice.name}</span>
      </p>
      <div class="rail-acts">
        <Button icon="plus" label={shell.book} class="book" onClick={() => openBooking({})}>
          <span class="wide-only">{shell.book}</span>
        </Button>
        <Button kind="plain" icon="search" label={shell.find} onClick={findPatient}>
          <span class="wide-only">{shell.find}</span>
          <kbd class="wide-only">/</kbd>
        </Button>
      </div>
      <nav aria-label={shell.screens}>
        <ul>
          {screens.map((screen) => (
            <li key={screen.place}>
              <a href={hrefOf(screen.place)} aria-current={screen === current ? 'page' : undefined}>
                <Icon name={screen.icon} />
                <span>{screen.name()}</span>
                <Count of={screen} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="rail-end">
        <Button
          kind="quiet"
          class="who"
          label={shell.change(me.value.user.name)}
          onClick={() => void change()}
        >
          {/* The style sheet writes the initials, so that they are no part of the name of the button. */}
          <span class="initials" aria-hidden="true" data-initials={initialsOf(me.value.user.name)} />
          <span class="wide-only">{me.value.user.name}</span>
        </Button>
        <Button kind="quiet" icon="question" label={shell.help} onClick={openHelp} />
        <Button kind="quiet" icon="out" label={shell.signOut} onClick={() => void signOut()} />
      </div>
    </header>
  )
}

const change = async () => (await import('./sign-in-again.tsx')).changeMember()

/** The first letters of the first and the last word of a name. */
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return letters
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

/** How many items wait on a screen. The hidden text says what the number counts. */
const Count = ({ of: { count } }: { readonly of: Screen }) =>
  count !== undefined && count.value > 0 ? (
    <span class="count">
      {count.value > 99 ? '99+' : count.value}
      <span class="visually-hidden"> {words.value.shell.waiting}</span>
    </span>
  ) : null
