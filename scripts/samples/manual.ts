import type { Booklet } from './typeset.ts'

export const manual: Booklet = {
  title: 'AirSense 3 User Manual',
  subject: 'Installation, operation and care of the AirSense 3 air quality monitor',
  language: 'en',
  footer: 'Example Inc.  ·  AirSense 3  ·  Manual version 2.1',
  pages: [
    [
      { kind: 'title', text: 'AirSense 3', subtitle: 'Air quality monitor  ·  User manual, version 2.1' },
      { kind: 'heading', text: 'What it does' },
      {
        kind: 'text',
        text: 'AirSense 3 measures carbon dioxide, fine dust, temperature, humidity and volatile organic compounds in rooms of up to 120 square metres. A coloured light shows the quality of the air at a glance, and the values are sent to the AirSense app every five minutes.',
      },
      { kind: 'heading', text: 'In the box' },
      {
        kind: 'list',
        items: [
          'AirSense 3 monitor',
          'Wall bracket with two screws and two plugs',
          'USB-C cable, 2 metres, and a 5 V power adapter',
          'Quick start card',
        ],
      },
      { kind: 'heading', text: 'Technical data' },
      {
        kind: 'table',
        widths: [0.42, 0.58],
        rows: [
          ['Property', 'Value'],
          ['Carbon dioxide range', '400 to 5,000 ppm, accuracy ±40 ppm'],
          ['Fine dust (PM2.5) range', '0 to 500 µg/m³'],
          ['Operating temperature', '0 to 45 °C'],
          ['Battery life', '14 days with the screen dimmed'],
          ['Charging time', '3.5 hours'],
          ['Wireless', 'Wi-Fi 2.4 GHz, Bluetooth 5.3'],
          ['Dimensions and weight', '92 × 92 × 28 mm, 165 g'],
        ],
      },
    ],
    [
      { kind: 'heading', text: 'Installation' },
      { kind: 'subheading', text: 'Where to put it' },
      {
        kind: 'text',
        text: 'Mount the monitor on an inner wall, 1.2 to 1.5 metres above the floor. Keep it at least one metre away from windows, doors, heaters and people, whose breath disturbs the measurement. Direct sunlight makes the temperature read up to 3 degrees too high.',
      },
      { kind: 'subheading', text: 'First start' },
      {
        kind: 'list',
        numbered: true,
        items: [
          'Charge the monitor until the light stops blinking.',
          'Hold the button on the back for three seconds. The screen shows a code.',
          'Open the AirSense app, choose “Add monitor” and scan the code.',
          'Choose your wireless network and enter its password. Networks at 5 GHz are not supported.',
          'Leave the monitor in fresh air for ten minutes; it calibrates itself.',
        ],
      },
      { kind: 'subheading', text: 'Calibration' },
      {
        kind: 'text',
        text: 'The carbon dioxide sensor calibrates itself whenever the room is aired well. If a room is never without people, start a manual calibration in the app every six months: put the monitor outdoors for 20 minutes and choose “Calibrate now”.',
      },
      {
        kind: 'note',
        text: 'The monitor is made for indoor use. Do not expose it to rain or to temperatures below freezing during calibration.',
      },
    ],
    [
      { kind: 'heading', text: 'Reading the light' },
      {
        kind: 'table',
        widths: [0.2, 0.3, 0.5],
        rows: [
          ['Light', 'Carbon dioxide', 'What to do'],
          ['Green', 'below 800 ppm', 'Nothing. The air is fresh.'],
          ['Yellow', '800 to 1,200 ppm', 'Open a window within the next 15 minutes.'],
          ['Red', 'above 1,200 ppm', 'Air the room now, for at least five minutes.'],
          ['Blue, blinking', 'any', 'The monitor is calibrating; wait until it stops.'],
          ['White, blinking', 'any', 'The battery is below 10 percent; charge it.'],
        ],
      },
      { kind: 'heading', text: 'Troubleshooting' },
      { kind: 'subheading', text: 'The app does not find the monitor' },
      {
        kind: 'text',
        text: 'Check that Bluetooth is switched on and that the phone is within five metres of the monitor. Restart the monitor by holding the button for ten seconds. Stored values are kept.',
      },
      { kind: 'subheading', text: 'Values are missing' },
      {
        kind: 'text',
        text: 'The monitor stores values for seven days while it has no connection and sends them later. If values are still missing after a day, update the firmware in the app under “Settings”, “About”.',
      },
      { kind: 'subheading', text: 'Carbon dioxide is always above 2,000 ppm' },
      {
        kind: 'text',
        text: 'Start a manual calibration as described on page 2. If the reading does not fall below 500 ppm outdoors, the sensor is worn out and must be replaced.',
      },
    ],
    [
      { kind: 'heading', text: 'Care' },
      {
        kind: 'text',
        text: 'Wipe the housing with a dry cloth. Remove dust from the air inlet with a soft brush every three months. Never use sprays or alcohol: vapours damage the sensor for volatile organic compounds. The fine dust sensor lasts about five years.',
      },
      { kind: 'heading', text: 'Warranty' },
      {
        kind: 'text',
        text: 'Example Inc. gives a warranty of three years from the date of purchase. The warranty covers defects of material and workmanship. It does not cover batteries after the first year, damage by liquids, or monitors that were opened.',
      },
      {
        kind: 'text',
        text: 'To claim the warranty, send the serial number, a copy of the receipt and a description of the defect to support@example.com. A replacement is sent within eight working days; shipping is free within Japan and the European Union.',
      },
      { kind: 'heading', text: 'Disposal' },
      {
        kind: 'text',
        text: 'The monitor contains a lithium battery and must not be thrown into household waste. Return it to a collection point, or send it back to us free of charge with the label from example.com/return.',
      },
      { kind: 'heading', text: 'Support' },
      {
        kind: 'table',
        widths: [0.3, 0.36, 0.34],
        rows: [
          ['Region', 'Phone', 'Hours'],
          ['Japan', '052-555-0134', 'Monday to Friday, 9:00 to 17:30'],
          ['Europe', '+353 1 555 0142', 'Monday to Friday, 8:00 to 18:00'],
          ['Other', 'support@example.com', 'Answer within one working day'],
        ],
      },
    ],
  ],
}
