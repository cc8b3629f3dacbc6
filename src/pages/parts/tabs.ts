/** Tabs of one browser share a session (RULES §5). It is handed from tab to tab and kept nowhere else. */

const channelName = 'chairside.session'
const question = 'Who is signed in?'
/** How long a tab waits for the others to answer, in milliseconds. */
const patienceMs = 300

/** Answers other tabs that ask for a session, as long as this page is open. `token` is the session of this tab, if any. */
export function answerTabs(token: () => string | null): void {
  const tabs = new BroadcastChannel(channelName)
  tabs.addEventListener('message', ({ data }) => {
    const own = token()
    if (data === question && own !== null) tabs.postMessage({ token: own })
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
