import type { ComponentProps, ReactNode } from 'react'

/** Takes one file of this machine; the same one may be taken again. */
export function FileInput({
  onFile,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onFile: (file: File) => void }): ReactNode {
  return (
    <input
      {...input}
      type="file"
      onChange={(event) => {
        const [file] = event.target.files ?? []
        event.target.value = ''
        if (file !== undefined) onFile(file)
      }}
    />
  )
}
