// Replaces victory-vendor/d3-scale for recharts (next.config.ts): only the scales that our charts use. The others, with
// times and colours, would be a twentieth of the JavaScript of a page with charts.
export { scaleBand, scaleLinear, scalePoint } from "d3-scale";
