/** Every address of the app (section 2 of the specification). */
export const paths = {
  root: '/',
  login: '/login',
  forgot: '/forgot',
  register: '/register',
  howto: '/howto',
  contact: '/contact',
  user: '/user',
  home: '/user/home',
  profile: '/user/profile',
  bonus: '/user/bonus',
  statement: '/user/statement',
  security: '/user/security',
  memberContact: '/user/contact',
  protection: '/user/protection',
  terminated: '/terminated',
} as const

export type Path = (typeof paths)[keyof typeof paths]
