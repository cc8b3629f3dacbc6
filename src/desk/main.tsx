import { render } from 'preact'
import { whenPasskeyIsWanted, whenSessionEnds } from './api/api.ts'
import { adopt, share } from './api/session.ts'
import { signedIn } from './api/token.ts'
import { first } from './early.ts'
import { askAhead } from './live/day.ts'
import { startLive } from './live/live.ts'
import { Desk } from './shell/desk.tsx'
import './shell/guard.ts'
import { readMe } from './base/me.ts'
import { Trouble } from './base/trouble.tsx'
import { browserLanguage, loadEarly } from './words/languages.ts'
import { loadSettingsWords, speak } from './words/words.ts'

void start()

// Going back may bring the whole page back as it was left. After signing out, nobody may read it there.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && !signedIn()) location.replace('/sign-in')
})

async function start(): Promise<void> {
  if (!signedIn() && !(await adopt())) return location.replace('/sign-in')
  share()
  loadEarly()
  const answered = first.isBoard ? askAhead(first.day) : undefined
  const place = document.getElementById('desk')!
  try {
    await readMe()
    whenPasskeyIsWanted(async (check) => {
      const [{ confirmPasskey }] = await Promise.all([import('./parts/confirm.ts'), loadSettingsWords()])
      return await confirmPasskey(check)
    })
    whenSessionEnds(async () => (await import('./shell/sign-in-again.tsx')).signInAgain())
    render(<Desk />, place)
    // The stream reads everything once more when it stands. This reading must not delay the first board.
    await answered
    startLive()
  } catch (error) {
    await speak(browserLanguage())
    render(<Trouble error={error} />, place)
  }
}
