/** What the icons of the chat draw. */

export const paperclip = (
  <path d="m19.25 11.5-7.4 7.4a4.4 4.4 0 0 1-6.25-6.25l7.9-7.9a3 3 0 0 1 4.25 4.25l-7.5 7.5a1.55 1.55 0 0 1-2.2-2.2l6.7-6.7" />
)
export const paperPlane = (
  <>
    <path d="M4.5 12 20 4.5 15 20l-3.25-6.5z" />
    <path d="M11.75 13.5 20 4.5" />
  </>
)
export const outside = (
  <path d="M13 4.75h6.25V11M19 5l-8.5 8.5M10 5.75H6.25c-.8 0-1.5.7-1.5 1.5v10.5c0 .8.7 1.5 1.5 1.5h10.5c.8 0 1.5-.7 1.5-1.5V14" />
)
export const picture = (
  <>
    <rect x="4" y="5" width="16" height="14" rx="2.5" />
    <path d="m4.5 16.5 4.25-4.25 3.25 3.25 3-3 4.5 4.5M9 9.25h.01" />
  </>
)
