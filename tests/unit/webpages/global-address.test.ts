import { expect, test } from 'vitest'
import { isGlobalAddress } from '~/provider/webpages/global-address.ts'

test.each([
  '8.8.8.8',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.0',
  '100.128.0.1',
  '2606:2800:21f:cb07::1',
  '2a00:1450::5',
])('%s is of the public internet', (address) => expect(isGlobalAddress(address)).toBe(true))

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::10.0.0.1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '',
  'localhost',
])('%s is not', (address) => expect(isGlobalAddress(address)).toBe(false))
