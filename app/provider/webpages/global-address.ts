import { BlockList, isIP } from 'node:net'

/** The addresses of IPv4 that are not of the public internet (IANA, IPv4 Special-Purpose Address Registry; multicast). */
const notGlobal = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/**
 * What is not global within 2000::/3, the unicast addresses of IPv6 that are given out: protocols and Teredo,
 * documentation, 6to4. IPv4-mapped, NAT64, local and multicast addresses are outside of it.
 */
const notGlobal6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const blocked = new BlockList()
for (const [network, bits] of notGlobal) blocked.addSubnet(network, bits)
for (const [network, bits] of notGlobal6) blocked.addSubnet(network, bits, 'ipv6')
const unicast6 = new BlockList()
unicast6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address, of version 4 or 6, is one of the public internet. Anything that is not an address is not. */
export function isGlobalAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !blocked.check(address)
  return version === 6 && unicast6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}
