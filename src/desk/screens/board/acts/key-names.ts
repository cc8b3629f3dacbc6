/** The key of every act on the card that has the focus. The help sheet and the menu show them. */
export const entryKeys = {
  open: 'e',
  move: 'm',
  dialog: 'o',
  cut: 'x',
  swap: 's',
  confirmed: 'c',
  arrived: 'a',
  inChair: 'i',
  done: 'd',
  noShow: 'n',
  cancel: 'Delete',
} as const
