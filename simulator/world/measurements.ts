// The records of type chf: chlorophyll fluorescence measurements of each sensor.

import { HOUR, MINUTE } from "../time";
import { ulidOf } from "../ulid";
import type { Area, Farm } from "./farm";
import { hashText, mix, smooth, uniform } from "./noise";
import type { PlantState, Plants } from "./plants";

/** Light-adapted members are null at plant night, when there is no light to adapt to. */
export interface Measurement {
  measurementId: string;
  at: number;
  area: Area;
  jobId: string;
  deviceId: string;
  day: boolean;
  values: FluorescenceValues;
}

export interface FluorescenceValues {
  f0: number;
  fm: number;
  fv: number;
  qe: number;
  fv_fm: number;
  f0x: number | null;
  fvx_fmx: number | null;
  qp: number | null;
  f0x_f0: number | null;
  fqx_fmx: number | null;
  npq: number | null;
  ql: number | null;
  qcn: number | null;
  fv_f0: number;
}

const PER_HOUR = 2;
const ODD_SHARE = 0.02;

/** The measurements of an area in the hour that begins at `hour`, in order of time. */
export function* measurementsOf(
  farm: Farm,
  plants: Plants,
  area: Area,
  hour: number,
): Generator<Measurement> {
  if (hour >= area.reportsUntil) return;
  const job = farm.jobAt(area.plot, hour);
  if (!job) return;
  for (let turn = 0; turn < PER_HOUR; turn++) {
    for (const deviceId of area.devices) {
      const seed = mix(mix(area.seed, hashText(deviceId)), Math.floor(hour / HOUR) * PER_HOUR + turn);
      if (uniform(seed, 1) < 0.03) continue;
      // The service truncates most instants to the whole hour.
      const at = turn === PER_HOUR - 1 && uniform(seed, 2) < ODD_SHARE ? hour + 35 * MINUTE : hour;
      yield measure(plants, area, job.id, deviceId, at, seed);
    }
  }
}

function measure(
  plants: Plants,
  area: Area,
  jobId: string,
  deviceId: string,
  at: number,
  seed: number,
): Measurement {
  const state = plants.stateAt(area, at);
  return {
    measurementId: ulidOf(at, `measurement ${deviceId} ${seed}`),
    at,
    area,
    jobId,
    deviceId,
    day: state.day,
    values: fluorescence(state, 900 + 220 * smooth(area.seed, at / (50 * HOUR)) + 20 * uniform(seed, 3)),
  };
}

function fluorescence(state: PlantState, level: number): FluorescenceValues {
  const fm = round(level, 1);
  const f0 = round(fm * (1 - state.health / 100), 1);
  const fv = round(fm - f0, 1);
  const dark = { f0, fm, fv, fv_fm: round(fv / fm, 3), fv_f0: round(fv / f0, 3) };
  if (!state.day) {
    const none = {
      f0x: null,
      fvx_fmx: null,
      qp: null,
      f0x_f0: null,
      fqx_fmx: null,
      npq: null,
      ql: null,
      qcn: null,
    };
    return { ...dark, ...none, qe: round(state.efficiency / 100, 3) };
  }
  return { ...dark, ...lightAdapted(f0, fm, state) };
}

function lightAdapted(f0: number, fm: number, state: PlantState) {
  const npq = state.ppfd / (state.ppfd + 400);
  const fmx = fm / (1 + npq);
  // The usual estimate of F0' from F0, Fm and Fm'.
  const f0x = f0 / ((fm - f0) / fm + f0 / fmx);
  const qe = Math.min(state.efficiency / 100, (fmx - f0x) / fmx);
  const fs = fmx * (1 - qe);
  const qp = (fmx - fs) / (fmx - f0x);
  return {
    qe: round(qe, 3),
    f0x: round(f0x, 1),
    fvx_fmx: round((fmx - f0x) / fmx, 3),
    qp: round(qp, 3),
    f0x_f0: round(f0x / f0, 3),
    fqx_fmx: round(qe, 3),
    npq: round(npq, 3),
    ql: round((qp * f0x) / fs, 3),
    qcn: round((fm - fmx) / (fm - f0), 3),
  };
}

function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
