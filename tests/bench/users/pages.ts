import type { Side } from '../side.ts'

const path = '/web/v1/users'

/** Pages and searches of users; each is found in both organisations. */
export const pages = {
  'the first page': `${path}?page=1`,
  'a page in the middle': ({ rows }: Side) => `${path}?page=${rows / 40}`,
  'the last page': ({ rows }: Side) => `${path}?page=${rows / 20}`,
  'the last page, rising': ({ rows }: Side) => `${path}?page=${rows / 20}&sort=id`,
  'a search that one matches': `${path}?email=person-4242.`,
  'a search that few match': `${path}?email=42.8`,
  'a search that all match': `${path}?email=@company`,
  'page 500 of those': `${path}?email=@company&page=500`,
  'a search of two characters': `${path}?email=pe`,
}
