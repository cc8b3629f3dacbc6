/** The frame around every screen: the links to the screens, the messages, and the open dialogs. */
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { Announcer } from '../base/announce.tsx'
import { focusOn, target } from '../base/focus.ts'
import { useKeys } from '../base/keys.ts'
import { route } from '../base/route.ts'
import { Toasts } from '../base/toasts.tsx'
import { Dialogs, isFree } from '../parts/dialog.tsx'
import { counts } from '../screens/inbox/count.ts'
import { words } from '../words/words.ts'
import { Banner } from './banner.tsx'
import { followLock } from './lock.ts'
import { Rail } from './rail.tsx'
import { screenAt, screens } from './screens.ts'
import { shellKeys } from './shell-keys.tsx'
import { useTabTitle } from './tab-title.ts'

export function Desk() {
  useKeys(shellKeys)
  useEffect(counts.follow, [])
  // This runs before the browser paints, because the desk may be locked by now.
  useLayoutEffect(followLock, [])
  const { shell } = words.value
  const screen = screenAt(route.value)
  useTabTitle(screen.name())
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        {shell.skip}
      </button>
      <Rail screens={screens} current={screen} />
      <div class="stage">
        <Banner />
        <main id="main" ref={main} tabIndex={-1}>
          <screen.draw key={screen.place} />
        </main>
        {isFree.value && <Toasts />}
      </div>
      <Dialogs />
      <Announcer />
    </>
  )
}

/** Moves the focus past the bars: to the first card, or to the screen when there is no card. */
const skip = (): void => focusOn('first card', 'main')

const main = target('main')
