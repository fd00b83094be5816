import type { ReactNode } from 'react'

/** Two speech bubbles, where a chat begins. They are no file of their own: not every operator has a chat. */
export function Talk({ className }: { className?: string | undefined }): ReactNode {
  return (
    <svg className={className} width="176" height="144" viewBox="0 0 220 180" aria-hidden="true">
      <defs>
        <linearGradient id="tkl" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#4A382D" />
          <stop offset="1" stopColor="#2B201A" />
        </linearGradient>
        <linearGradient id="tkg" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#F7CF7C" />
          <stop offset="1" stopColor="#DD9F38" />
        </linearGradient>
        <radialGradient id="tkh">
          <stop offset=".25" stopColor="#FFD58A" stopOpacity=".34" />
          <stop offset="1" stopColor="#FFD58A" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="104" cy="70" r="68" fill="url(#tkh)" />
      <circle cx="150" cy="40" r="20" fill="#FFE8B8" />
      <path
        d="M58 32h80c15 0 26 11 26 26v34c0 15-11 26-26 26H84l-24 20c-2 2-5 0-5-3v-17.2c-13-1.5-23-12-23-25.8V58c0-15 11-26 26-26z"
        fill="url(#tkl)"
      />
      <path
        d="M59 39h78c12 0 20 8 20 20v32c0 12-8 20-20 20H59c-12 0-20-8-20-20V59c0-12 8-20 20-20z"
        fill="none"
        stroke="#B98A4A"
        strokeWidth="1.5"
        strokeDasharray="5 5"
        strokeLinecap="round"
      />
      <path d="M39 68h118v16H39z" fill="#8C3A2C" />
      <path d="M62 69.5l4.68 6.5-4.68 6.5-4.68-6.5z" fill="#F0C062" />
      <path d="M80 69.5l4.68 6.5-4.68 6.5-4.68-6.5z" fill="#FFE3A8" />
      <path d="M98 69.5l4.68 6.5-4.68 6.5-4.68-6.5z" fill="#F0C062" />
      <path d="M116 69.5l4.68 6.5-4.68 6.5-4.68-6.5z" fill="#FFE3A8" />
      <path d="M134 69.5l4.68 6.5-4.68 6.5-4.68-6.5z" fill="#F0C062" />
      <path
        d="M122 98h46c11 0 19 8 19 19v14c0 10-7 18-16 19v11c0 3-3 4-5 2l-15-13h-29c-11 0-19-8-19-19v-14c0-11 8-19 19-19z"
        fill="url(#tkg)"
      />
      <g fill="#3A240A">
        <circle cx="129" cy="124" r="4.2" />
        <circle cx="145" cy="124" r="4.2" />
        <circle cx="161" cy="124" r="4.2" />
      </g>
      <g fill="#FFE3A8">
        <circle cx="22" cy="46" r="2" />
        <circle cx="194" cy="70" r="2" />
        <circle cx="200" cy="24" r="1.6" />
        <circle cx="20" cy="112" r="1.6" />
        <circle cx="96" cy="16" r="1.5" />
      </g>
    </svg>
  )
}
