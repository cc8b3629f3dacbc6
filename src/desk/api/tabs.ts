/**
 * The tabs of one browser share a session (RULES §5). One tab sends it to another, and it is stored nowhere else. The
 * tabs are locked together.
 */

const channelName = 'chairside.session'
const question = 'Who is signed in?'
const claim = 'I am in use.'
const farewell = 'I was in use.'
/** How long the other tabs wait for the answer of the tab that was used last, in milliseconds. */
const politenessMs = 100
/** How long a tab waits for the others to answer, in milliseconds. */
const patienceMs = 300

/** What a tab of the desk sends to the other tabs. `locked` holds the session that the lock has ended. */
export type News = 'opened' | { readonly locked: string | null }

let shared: BroadcastChannel | undefined
const sharedChannel = (): BroadcastChannel => {
  shared ??= new BroadcastChannel(channelName)
  return shared
}

/** Sends news to the other tabs of this browser. */
export const tellTabs = (news: News): void => sharedChannel().postMessage({ news })

/** Calls `heed` with news of other tabs, until the returned function is called. */
export function heedTabs(heed: (news: News) => void): () => void {
  const tabs = sharedChannel()
  const take = ({ data }: MessageEvent) => {
    if (data?.news !== undefined) heed(data.news)
  }
  tabs.addEventListener('message', take)
  return () => tabs.removeEventListener('message', take)
}

/**
 * Answers other tabs that ask for a session, as long as this page is open. `token` returns the session of this tab, if
 * any. Two members may be signed in in this browser. A new tab is for the member who worked last, so that member's tab
 * answers first.
 */
export function answerTabs(token: () => string | null): void {
  const tabs = sharedChannel()
  let isUsed = false
  const use = () => {
    isUsed = true
    tabs.postMessage(claim)
  }
  if (document.hasFocus()) use()
  addEventListener('focus', use)
  // Timers of a hidden tab are slow. So when the tab that was used last is closed, each other tab may answer at once.
  addEventListener('pagehide', () => isUsed && tabs.postMessage(farewell))
  const answer = () => {
    const own = token()
    if (own !== null) tabs.postMessage({ token: own })
  }
  tabs.addEventListener('message', ({ data }) => {
    if (data === claim) isUsed = false
    else if (data === farewell) isUsed = true
    else if (data === question && isUsed) answer()
    else if (data === question) setTimeout(answer, politenessMs)
  })
}

/** Asks the other tabs for their session. Undefined when none of them answers in time. */
export function askTabs(): Promise<string | undefined> {
  const tabs = new BroadcastChannel(channelName)
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  tabs.addEventListener('message', ({ data }) => {
    if (typeof data?.token === 'string') resolve(data.token)
  })
  setTimeout(() => resolve(undefined), patienceMs)
  tabs.postMessage(question)
  return promise.finally(() => tabs.close())
}
