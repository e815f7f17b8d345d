package io.rowlock.engines.fault;

import io.rowlock.engines.fault.network.BatchCutContract;
import io.rowlock.engines.fault.network.BlackHoleContract;
import io.rowlock.engines.fault.network.DuplicateContract;
import io.rowlock.engines.fault.network.GuardCutContract;
import io.rowlock.engines.fault.network.HandOffCutContract;
import io.rowlock.engines.fault.network.MixedCutContract;
import io.rowlock.engines.fault.network.OutageContract;
import io.rowlock.engines.fault.process.GuardProcessContract;
import io.rowlock.engines.fault.process.ProcessContract;
import io.rowlock.engines.fault.process.VirtualThreadContract;

/** All that a server must outlive without being disturbed itself; {@link OutageContract} holds the rest. */
public interface ServerFaultContract
        extends ProcessContract,
                HandOffCutContract,
                BlackHoleContract,
                DuplicateContract,
                VirtualThreadContract,
                GuardProcessContract,
                GuardCutContract,
                BatchCutContract,
                MixedCutContract {}
