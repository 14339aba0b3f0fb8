import request from '../../../../examples/request.json';

const { ext, imp, ...openRtb } = request;
const [{ ext: formatsAndPrices, ...plain }] = imp as [(typeof imp)[number]];
const { service_product_search: _, ...formats } = formatsAndPrices;

/** The example of the README at its level, and at the lower ones with less in it. */
export const EXAMPLES = [
  {
    level: 1,
    name: 'OpenRTB',
    adds: 'One native impression in plain OpenRTB 2.6.',
    request: { ...openRtb, imp: [plain] },
  },
  {
    level: 2,
    name: 'Formats',
    adds: 'The formats you can draw, in imp[].ext.service.adcpFormats.',
    request: { ...openRtb, imp: [{ ...plain, ext: formats }] },
  },
  {
    level: 3,
    name: 'Context',
    adds: 'The context of the conversation, in ext.service.',
    request: { ...openRtb, imp: [{ ...plain, ext: formats }], ext },
  },
  {
    level: 4,
    name: 'Products',
    adds: 'Price bounds for products, in imp[].ext.service_product_search.',
    request,
  },
] as const;
