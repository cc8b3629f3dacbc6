/** Resolves when the page has been visible for `ms` milliseconds without a break. */
export function visibleFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(end, ms)
    }
    const end = () => {
      document.removeEventListener('visibilitychange', watch)
      resolve()
    }
    document.addEventListener('visibilitychange', watch)
    watch()
  })
}
